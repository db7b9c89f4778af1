package main

import (
	"context"
	"fmt"

	"github.com/IBM/sarama"
	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// viaSarama goes once there and back.
func viaSarama(ctx context.Context, s settings) (int, error) {
	client, err := sarama.NewClient(s.bootstrap, s.forSarama())
	if err != nil {
		return 0, err
	}
	defer client.Close()
	admin, err := sarama.NewClusterAdminFromClient(client)
	if err != nil {
		return 0, err
	}
	if err := admin.CreateTopic(s.topic, &sarama.TopicDetail{NumPartitions: 1, ReplicationFactor: 1}, false); err != nil {
		return 0, err
	}
	producer, err := sarama.NewSyncProducerFromClient(client)
	if err != nil {
		return 0, err
	}
	defer producer.Close()
	for number := range records {
		message := &sarama.ProducerMessage{Topic: s.topic, Value: sarama.StringEncoder(fmt.Sprint(number))}
		if _, _, err := producer.SendMessage(message); err != nil {
			return 0, err
		}
	}
	consumer, err := sarama.NewConsumerFromClient(client)
	if err != nil {
		return 0, err
	}
	defer consumer.Close()
	partition, err := consumer.ConsumePartition(s.topic, 0, sarama.OffsetOldest)
	if err != nil {
		return 0, err
	}
	defer partition.Close()
	for read := range records {
		select {
		case <-partition.Messages():
		case <-ctx.Done():
			return read, ctx.Err()
		}
	}
	return records, nil
}

func (s settings) forSarama() *sarama.Config {
	config := sarama.NewConfig()
	config.Version = sarama.V3_9_0_0
	config.Producer.Return.Successes = true
	config.Metadata.Retry.Max = 1
	config.Net.TLS.Enable = s.isTLS()
	if s.isTLS() {
		config.Net.TLS.Config = s.tls()
	}
	if s.isSASL() {
		config.Net.SASL.Enable = true
		config.Net.SASL.Mechanism = sarama.SASLMechanism(s.mechanism)
		config.Net.SASL.User, config.Net.SASL.Password = s.user, s.given
		config.Net.SASL.TokenProvider = fixedToken(s.given)
		config.Net.SASL.SCRAMClientGeneratorFunc = func() sarama.SCRAMClient { return &scramClient{mechanism: s.mechanism} }
	}
	return config
}

type fixedToken string

func (t fixedToken) Token() (*sarama.AccessToken, error) {
	return &sarama.AccessToken{Token: string(t)}, nil
}

// scramClient is what sarama leaves to its users; here franz-go's exchange carries it.
type scramClient struct {
	mechanism string
	session   sasl.Session
	first     []byte
	isDone    bool
}

func (c *scramClient) Begin(user, password, _ string) (err error) {
	login := scram.Auth{User: user, Pass: password}
	mechanism := login.AsSha512Mechanism()
	if c.mechanism == "SCRAM-SHA-256" {
		mechanism = login.AsSha256Mechanism()
	}
	c.session, c.first, err = mechanism.Authenticate(context.Background(), "")
	return err
}

func (c *scramClient) Step(challenge string) (string, error) {
	if c.first != nil {
		first := c.first
		c.first = nil
		return string(first), nil
	}
	done, answer, err := c.session.Challenge([]byte(challenge))
	c.isDone = done
	return string(answer), err
}

func (c *scramClient) Done() bool { return c.isDone }
