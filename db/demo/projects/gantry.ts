import type { Project } from '../project.ts';

export const gantry: Project = {
  name: 'gantry',
  branch: 'rollout-health',
  testCommand: 'go test ./...',
  testPassed: (count) =>
    `ok  \tdemo/gantry/internal/rollout\t0.${String(200 + count)}s\nok  \tdemo/gantry/internal/health\t0.041s\nok  \tdemo/gantry/cmd/gantry\t0.318s`,
  testFailed: (test, failure) =>
    `--- FAIL: ${test} (0.01s)\n${failure}\nFAIL\nFAIL\tdemo/gantry/internal/rollout\t0.244s\nok  \tdemo/gantry/internal/health\t(cached)\nFAIL`,
  checkCommand: 'go vet ./...',
  others: [
    {
      path: 'internal/logging/logger.go',
      text: 'package logging\n\nimport "log/slog"\n\nfunc New(level slog.Level) *slog.Logger { return slog.New(slog.NewTextHandler(os.Stderr, nil)) }',
    },
    { path: 'Makefile', text: 'build:\n\tgo build -o bin/gantry ./cmd/gantry\n\ntest:\n\tgo test ./...' },
    { path: 'charts/gantry/values.yaml', text: 'replicaCount: 2\nimage:\n  tag: "1.14.0"' },
  ],
  tasks: [
    {
      title: 'Stop a rollout when health checks time out',
      request: 'If the health endpoint does not answer, the rollout goes on as if it were healthy. A time-out has to count as unhealthy.',
      followUp: 'Make the limit a flag, with 5 s as the default.',
      thought:
        'probe returns nil on context.DeadlineExceeded because the error is swallowed with the connection-refused case that we retry. The two need different answers: refused is retried, a deadline counts against the pod.',
      file: 'internal/rollout/probe.go',
      before: 'resp, err := p.client.Do(req)\nif err != nil {\n\treturn nil\n}',
      after:
        'resp, err := p.client.Do(req)\nif errors.Is(err, context.DeadlineExceeded) {\n\treturn ErrUnhealthy\n}\nif err != nil {\n\treturn fmt.Errorf("probe %s: %w", req.URL.Host, err)\n}',
      search: 'client\\.Do',
      test: 'TestProbeTimeoutIsUnhealthy',
      failure: '    probe_test.go:64: got <nil>, want ErrUnhealthy',
      done: 'A probe that times out now counts as unhealthy and stops the rollout after three in a row; a refused connection is still retried. Both are covered by tests with a slow server.',
    },
    {
      title: 'Race in the event broadcaster',
      request: 'go test -race reports a data race in the broadcaster about once in ten runs. Please find it.',
      followUp: 'Run it two hundred times to be sure.',
      thought:
        'Subscribe appends to the slice without the lock that Publish takes. But the report also names close: a subscriber that leaves while Publish iterates. Copy the slice under the lock, send outside it.',
      file: 'internal/events/broadcast.go',
      before: 'func (b *Broadcaster) Publish(e Event) {\n\tfor _, ch := range b.subs {\n\t\tch <- e\n\t}\n}',
      after:
        'func (b *Broadcaster) Publish(e Event) {\n\tb.mu.Lock()\n\tsubs := slices.Clone(b.subs)\n\tb.mu.Unlock()\n\tfor _, sub := range subs {\n\t\tselect {\n\t\tcase sub.ch <- e:\n\t\tcase <-sub.done:\n\t\t}\n\t}\n}',
      search: 'b\\.subs',
      test: 'TestPublishWhileSubscribing',
      failure:
        '==================\nWARNING: DATA RACE\nRead at 0x00c00012e018 by goroutine 21:\n  demo/gantry/internal/events.(*Broadcaster).Publish()\n      internal/events/broadcast.go:38 +0x64\n==================\n    testing.go:1490: race detected during execution of test',
      done: 'Publish and Subscribe shared the slice without a lock, and a subscriber that left could be sent to after its channel was closed. Both are gone; 200 runs with -race are clean.',
    },
  ],
};
