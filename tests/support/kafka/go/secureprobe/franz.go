package main

import (
	"context"
	"fmt"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/oauth"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// franz goes once there and back.
func franz(ctx context.Context, s settings) (int, error) {
	options := []kgo.Opt{
		kgo.SeedBrokers(s.bootstrap...), kgo.RequestRetries(2), kgo.RecordRetries(5),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{s.topic: {0: kgo.NewOffset().AtStart()}}),
	}
	if s.isTLS() {
		options = append(options, kgo.DialTLSConfig(s.tls()))
	}
	if s.isSASL() {
		options = append(options, kgo.SASL(s.franzMechanism()))
	}
	client, err := kgo.NewClient(options...)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	if err := makeTopic(ctx, client, s.topic); err != nil {
		return 0, err
	}
	for number := range records {
		record := &kgo.Record{Topic: s.topic, Value: []byte(fmt.Sprint(number))}
		if err := client.ProduceSync(ctx, record).FirstErr(); err != nil {
			return 0, err
		}
	}
	read := 0
	for read < records {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return read, err
		}
		read += fetches.NumRecords()
	}
	return read, nil
}

func makeTopic(ctx context.Context, client *kgo.Client, name string) error {
	topic := kmsg.NewCreateTopicsRequestTopic()
	topic.Topic, topic.NumPartitions, topic.ReplicationFactor = name, 1, 1
	request := kmsg.NewPtrCreateTopicsRequest()
	request.Topics, request.TimeoutMillis = append(request.Topics, topic), 30_000
	response, err := request.RequestWith(ctx, client)
	if err != nil {
		return err
	}
	return kerr.ErrorForCode(response.Topics[0].ErrorCode)
}

func (s settings) franzMechanism() sasl.Mechanism {
	login := scram.Auth{User: s.user, Pass: s.given}
	switch s.mechanism {
	case "SCRAM-SHA-256":
		return login.AsSha256Mechanism()
	case "SCRAM-SHA-512":
		return login.AsSha512Mechanism()
	case "OAUTHBEARER":
		return oauth.Auth{Token: s.given}.AsMechanism()
	}
	return plain.Auth{User: s.user, Pass: s.given}.AsMechanism()
}
