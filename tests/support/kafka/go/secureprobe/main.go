// franz-go and Sarama over a protected listener: each makes a topic, writes and reads, or says what kept it out.
//
// Arguments: "franz" or "sarama", bootstrap servers, topic, security protocol, SASL mechanism, user, password
// (OAUTHBEARER: the token), PEM file of trusted certificates, PEM file of an own key and certificate; "-" for what there
// is none of. Out: "read N", "refused: sasl", "refused: mechanism", "refused: tls" or "refused: unsaid"; a failure of another kind ends it
// with status 1.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/IBM/sarama"
	"github.com/twmb/franz-go/pkg/kerr"
)

const (
	records  = 20
	patience = 60 * time.Second
)

type settings struct {
	bootstrap              []string
	topic, protocol        string
	mechanism, user, given string
	trusted, own           string
}

func main() {
	log.SetFlags(0)
	a := os.Args
	s := settings{strings.Split(a[2], ","), a[3], a[4], a[5], a[6], a[7], a[8], a[9]}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	roundTrip := map[string]func(context.Context, settings) (int, error){"franz": franz, "sarama": viaSarama}[a[1]]
	read, err := roundTrip(ctx, s)
	if err == nil {
		fmt.Println("read", read)
		return
	}
	fmt.Println("refused:", kind(err))
}

func (s settings) isTLS() bool  { return strings.HasSuffix(s.protocol, "SSL") }
func (s settings) isSASL() bool { return strings.HasPrefix(s.protocol, "SASL_") }

func (s settings) tls() *tls.Config {
	pool := x509.NewCertPool()
	pem, err := os.ReadFile(s.trusted)
	if err != nil || !pool.AppendCertsFromPEM(pem) {
		log.Panicln("no trusted certificates in", s.trusted, err)
	}
	config := &tls.Config{RootCAs: pool}
	if s.own != "-" {
		pair, err := tls.LoadX509KeyPair(s.own, s.own)
		if err != nil {
			log.Panicln(err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config
}

func kind(err error) string {
	text := err.Error()
	var unknown *tls.CertificateVerificationError
	var alert tls.AlertError
	switch {
	case errors.As(err, &unknown), errors.As(err, &alert), strings.Contains(text, "tls: "), strings.Contains(text, "x509: "):
		return "tls"
	case errors.Is(err, kerr.UnsupportedSaslMechanism), errors.Is(err, sarama.ErrUnsupportedSASLMechanism):
		return "mechanism"
	case errors.Is(err, kerr.SaslAuthenticationFailed), strings.Contains(text, "SASL"), strings.Contains(text, "oauth response"):
		return "sasl" // franz-go does not expect the broker's reasons, which come before its refusal (RFC 7628)
	case errors.Is(err, sarama.ErrOutOfBrokers):
		return "unsaid" // sarama keeps to itself what its brokers answered to SaslHandshake
	}
	log.Panicln("another failure:", err)
	return ""
}
