// kafkajs by its public interfaces: admin, producer with gzip, a consumer group of two, transactions.
//
// Arguments: bootstrap servers, topic. Out, a line each: what it was told, for the test to compare. It ends with status 1
// at the first error that nobody asked for.
'use strict'

const { CompressionTypes, Kafka, logLevel } = require('kafkajs')

const [bootstrap, topic] = process.argv.slice(2)
const out = `${topic}-out`
const group = `group-${topic}`
const PARTITIONS = 4
const RECORDS = 400
const PATIENCE_MS = 90_000

const kafka = new Kafka({ clientId: 'probe', brokers: bootstrap.split(','), logLevel: logLevel.NOTHING })
const tell = (...what) => console.log(...what)
const numbered = (prefix, count) => Array.from({ length: count }, (_, i) => ({ value: `${prefix}-${i}` }))

/** A send that is tried again for some brokers deals its messages out anew, unless each has its partition (kafkajs 2.2.4). */
const dealt = prefix => numbered(prefix, 10).map((message, i) => ({ ...message, partition: i % PARTITIONS }))
const totalOf = partitions => partitions.reduce((sum, { offset }) => sum + Math.max(Number(offset), 0), 0)

async function until(what, condition) {
  for (const end = Date.now() + PATIENCE_MS; !(await condition()); ) {
    if (Date.now() > end) throw new Error(`not in time: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** One of a group; commits by itself after each batch. */
async function join(groupId, from, readUncommitted = false) {
  const consumer = kafka.consumer({ groupId, readUncommitted, heartbeatInterval: 500, maxWaitTimeInMs: 200 })
  const member = { share: [], read: [], leave: () => consumer.disconnect() }
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    member.share = Object.values(payload.memberAssignment).flat()
  })
  await consumer.connect()
  await consumer.subscribe({ topic: from, fromBeginning: true })
  await consumer.run({ eachMessage: async ({ message }) => void member.read.push(message.value.toString()) })
  return member
}

async function produce() {
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 })
  await producer.connect()
  for (const compression of [CompressionTypes.None, CompressionTypes.GZIP]) {
    const messages = numbered(`codec${compression}`, RECORDS / 2).map(({ value }, i) => {
      return { key: `${i}`, value, partition: i % PARTITIONS, headers: { codec: `${compression}` } }
    })
    const answers = await producer.send({ topic, compression, acks: -1, messages })
    tell('produced', answers.map(({ partition, baseOffset }) => `${partition}:${baseOffset}`).sort().join(' '))
  }
  await producer.disconnect()
}

async function consume() {
  const shares = (...members) => members.flatMap(member => member.share).sort().join()
  const [first, second] = [await join(group, topic), await join(group, topic)]
  await until('two shares', () => shares(first, second) === '0,1,2,3' && first.share.length === 2)
  await until('all records', () => new Set([...first.read, ...second.read]).size === RECORDS)
  await second.leave()
  await until('one share', () => shares(first) === '0,1,2,3')
  await first.leave()
  const producer = kafka.producer()
  await producer.connect()
  await producer.send({ topic, messages: numbered('later', 10) })
  await producer.disconnect()
  const third = await join(group, topic)
  await until('what came later', () => third.read.length >= 10)
  await third.leave()
  tell('resumed with', new Set(third.read).size, 'later', third.read.every(value => value.startsWith('later')))
}

async function transact(admin) {
  const settings = { transactionalId: `txn-${topic}`, idempotent: true, maxInFlightRequests: 1 }
  const producer = kafka.producer(settings)
  await producer.connect()
  const aborted = await producer.transaction()
  await aborted.send({ topic: out, messages: dealt('aborted') })
  await aborted.abort()
  const copied = await producer.transaction()
  await copied.send({ topic: out, compression: CompressionTypes.GZIP, messages: dealt('committed') })
  const topics = [{ topic, partitions: [{ partition: 1, offset: '7' }] }]
  await copied.sendOffsets({ consumerGroupId: `copier-${topic}`, topics })
  await copied.commit()
  // EndTxn is answered when the decision is written; the markers follow.
  await until('the offset', async () => {
    const [{ partitions }] = await admin.fetchOffsets({ groupId: `copier-${topic}`, topics: [topic] })
    return totalOf(partitions) === 7
  })
  const zombie = await producer.transaction()
  await zombie.send({ topic: out, messages: dealt('zombie') })
  const successor = kafka.producer(settings)
  await successor.connect()
  const last = await successor.transaction()
  await last.send({ topic: out, messages: dealt('last') })
  await last.commit()
  tell('zombie', await zombie.commit().then(() => 'not fenced', error => error.type))
  await Promise.all([producer.disconnect(), successor.disconnect()])
  for (const readUncommitted of [false, true]) {
    const reader = await join(`reader-${topic}-${readUncommitted}`, out, readUncommitted)
    await until('what was written', () => reader.read.length >= (readUncommitted ? 40 : 20))
    await reader.leave()
    const prefixes = new Set(reader.read.map(value => value.split('-')[0]))
    tell(readUncommitted ? 'uncommitted' : 'committed', [...prefixes].sort().join(' '))
  }
}

async function administer(admin) {
  const isListed = async () => (await admin.listGroups()).groups.some(({ groupId }) => groupId === group)
  tell('listed', await isListed(), (await admin.describeGroups([group])).groups[0].state)
  const total = async () => totalOf((await admin.fetchOffsets({ groupId: group, topics: [topic] }))[0].partitions)
  tell('offsets', await total())
  await admin.setOffsets({ groupId: group, topic, partitions: [{ partition: 0, offset: '3' }] })
  await admin.resetOffsets({ groupId: group, topic, earliest: true })
  tell('reset', await total())
  const ends = await admin.fetchTopicOffsets(topic)
  tell('ends', ends.reduce((sum, { high }) => sum + Number(high), 0))
  await admin.deleteGroups([group])
  tell('listed', await isListed())
  await admin.deleteTopics({ topics: [topic] })
}

async function main() {
  const admin = kafka.admin()
  await admin.connect()
  const topics = [topic, out].map(name => ({ topic: name, numPartitions: PARTITIONS, replicationFactor: 3 }))
  await admin.createTopics({ topics, waitForLeaders: true })
  tell('brokers', (await admin.describeCluster()).brokers.length)
  await produce()
  await consume()
  await transact(admin)
  await administer(admin)
  await admin.disconnect()
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
