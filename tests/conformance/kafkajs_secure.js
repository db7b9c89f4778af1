// kafkajs over a protected listener: it makes a topic, writes and reads, or says what kept it out.
//
// Arguments: bootstrap servers, topic, security protocol, SASL mechanism, user, password (OAUTHBEARER: the token), PEM
// file of trusted certificates, PEM file of an own key and certificate; "-" for what there is none of. Out: "read N",
// "refused: sasl", "refused: mechanism" or "refused: tls".
'use strict'

const { readFileSync } = require('fs')
const { Kafka, logLevel } = require('kafkajs')

const [bootstrap, topic, protocol, mechanism, username, password, trusted, own] = process.argv.slice(2)
const RECORDS = 20
const PATIENCE_MS = 60_000

function settings() {
  const chosen = { clientId: 'probe', brokers: bootstrap.split(','), logLevel: logLevel.NOTHING, retry: { retries: 1 } }
  if (protocol.endsWith('SSL')) {
    const pair = own === '-' ? {} : { cert: readFileSync(own), key: readFileSync(own) }
    chosen.ssl = { ca: [readFileSync(trusted)], ...pair }
  }
  if (mechanism === 'OAUTHBEARER') {
    chosen.sasl = { mechanism: 'oauthbearer', oauthBearerProvider: async () => ({ value: password }) }
  } else if (mechanism !== '-') {
    chosen.sasl = { mechanism: mechanism.toLowerCase(), username, password }
  }
  return chosen
}

async function roundTrip() {
  const kafka = new Kafka(settings())
  const admin = kafka.admin()
  await admin.connect()
  await admin.createTopics({ topics: [{ topic, numPartitions: 1, replicationFactor: 1 }], waitForLeaders: true })
  await admin.disconnect()
  const producer = kafka.producer()
  await producer.connect()
  await producer.send({ topic, messages: Array.from({ length: RECORDS }, (_, i) => ({ value: `${i}` })) })
  await producer.disconnect()
  const consumer = kafka.consumer({ groupId: `reader-of-${topic}`, maxWaitTimeInMs: 200 })
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  let read = 0
  await new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('not in time')), PATIENCE_MS).unref()
    consumer.run({ eachMessage: async () => void (++read === RECORDS && resolve()) }).catch(reject)
  })
  await consumer.disconnect()
  return read
}

function kind(error) {
  const text = `${error.name} ${error.message} ${error.cause?.message ?? ''}`
  if (/does not support|unsupported.*mechanism/i.test(text)) return 'mechanism'
  if (/SASL/.test(text)) return 'sasl'
  // It takes the broker's reasons, which come before its refusal (RFC 7628), for a success, and its next request is one too many.
  if (mechanism === 'OAUTHBEARER' && error.name === 'KafkaJSConnectionClosedError') return 'sasl'
  if (/certificate|SSL|TLS|self.signed|alert/i.test(text)) return 'tls'
  throw error
}

roundTrip().then(
  read => console.log('read', read),
  error => console.log('refused:', kind(error)),
).catch(error => {
  console.error(error)
  process.exit(1)
})
