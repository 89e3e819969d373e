import { dirname } from 'node:path/posix';
import type { Project } from '../project.ts';

export const gantry: Project = {
  name: 'gantry',
  branch: 'rollout-health',
  testCommand: 'go test ./...',
  testOne: (test) => `go test ./... -run ${test}`,
  testPassed: (count) =>
    `ok  \tdemo/gantry/internal/rollout\t0.${String(200 + count)}s\nok  \tdemo/gantry/internal/health\t0.041s\nok  \tdemo/gantry/cmd/gantry\t0.318s`,
  testFailed: (test, failure, testFile) =>
    `--- FAIL: ${test} (0.01s)\n${failure}\nFAIL\nFAIL\tdemo/gantry/${dirname(testFile)}\t0.244s\nok  \tdemo/gantry/internal/health\t(cached)\nFAIL`,
  testFile: (file) => file.replace(/\.go$/u, '_test.go'),
  testHead: 'import (\n\t"testing"\n\n\t"demo/gantry/internal/fake"\n)',
  testCase: (test) =>
    `func ${test}(t *testing.T) {\n\tgot, want := fake.Run(t)\n\tif got != want {\n\t\tt.Fatalf("got %v, want %v", got, want)\n\t}\n}`,
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
    {
      title: 'Drain connections before a pod is stopped',
      request: 'Clients see resets when a pod goes. On SIGTERM stop accepting, finish what runs, then exit, within 20 s.',
      followUp: 'What if a request takes longer than that?',
      thought: 'Server.Shutdown waits for active requests but not for hijacked connections; those are counted in a WaitGroup of their own.',
      file: 'cmd/gantry/main.go',
      before: '<-ctx.Done()\nos.Exit(0)',
      after:
        '<-ctx.Done()\nshutdown, cancel := context.WithTimeout(context.Background(), 20*time.Second)\ndefer cancel()\nif err := server.Shutdown(shutdown); err != nil {\n\tlogger.Warn("requests were cut off", "err", err)\n}',
      search: 'os.Exit',
      test: 'TestShutdownWaitsForRequests',
      failure: '    main_test.go:58: request failed: EOF',
      done: 'A pod that is told to stop finishes what it has begun for up to 20 s and refuses what is new. The test holds a request open over the signal.',
    },
    {
      title: 'Reload the config without a restart',
      request: 'Reload gantry.yaml when it changes. A bad file must not take the running configuration down.',
      followUp: 'Does it work with a mounted ConfigMap?',
      thought: 'A ConfigMap is swapped by a symlink, so watch the folder and not the file. Parse, validate, then swap an atomic pointer.',
      file: 'internal/config/watch.go',
      before: 'watcher.Add(path)',
      after:
        'watcher.Add(filepath.Dir(path))\nnext, err := Load(path)\nif err != nil {\n\tlogger.Error("kept the running configuration", "err", err)\n\tcontinue\n}\ncurrent.Store(next)',
      search: 'watcher\\.Add',
      test: 'TestBadFileKeepsTheOldConfig',
      failure: '    watch_test.go:41: got replicas 0, want 3',
      done: 'A change is read within a second; a file that does not parse is logged with its line and the running configuration stays. Swapped symlinks are seen too.',
    },
    {
      title: 'Metrics of rollouts for Prometheus',
      request: 'Expose how long rollouts take and how many are rolled back, by service, at /metrics.',
      followUp: 'Keep the number of series small, please.',
      thought: 'A histogram with six buckets and a counter; the service is the only label. Versions would grow without bound.',
      file: 'internal/metrics/rollout.go',
      before: 'func Observe(service string, took time.Duration) {}',
      after: 'func Observe(service string, took time.Duration) {\n\trolloutSeconds.WithLabelValues(service).Observe(took.Seconds())\n}',
      search: 'func Observe',
      test: 'TestMetricsNameTheService',
      failure: '    rollout_test.go:23: no sample for service "checkout"',
      done: 'Two metrics, labelled by service alone: seconds of a rollout, and rollbacks. Twelve services give 96 series.',
    },
    {
      title: 'Flag for the probe limit',
      request:
        'The limit of the health probe is a constant in internal/rollout/limits.go. Make it a flag, --probe-timeout, 5s unless given. Touch nothing else.',
      followUp: 'Is it in the help?',
      thought: 'A duration flag, passed down to the probe. The constant becomes its default.',
      file: 'internal/rollout/limits.go',
      before: 'const probeTimeout = 5 * time.Second',
      after: 'type Limits struct {\n\tProbeTimeout time.Duration\n}\n\nvar DefaultLimits = Limits{ProbeTimeout: 5 * time.Second}',
      search: 'probeTimeout',
      test: 'TestProbeTimeoutFlag',
      failure: '    limits_test.go:17: flag provided but not defined: -probe-timeout',
      done: '--probe-timeout is there, 5s unless given.',
    },
  ],
};
