import { cascade, outage, polling, repetition, silent, type Labeled } from './labeled.ts';
import { bash, bashFails, repeat, stdin } from './make-calls.ts';

const rows = {
  changing: 'polling: empty input, status checks, `sleep`, waiting for output',
  never: 'polling that never changes, 30 times',
  outage: '429, 5xx, connection refused, rate limit',
} as const;

/** Waiting, and services that do not answer. */
export const waits: readonly Labeled[] = [
  {
    row: rows.changing,
    name: 'empty input to a running command',
    why: 'The answer says that it still runs.',
    steps: repeat(12, () => stdin('Chunk ID: 0a1b2c\nWall time: 5.0 seconds\nProcess running with session ID 7\nOutput:\n')),
    expected: silent,
  },
  {
    row: rows.changing,
    name: 'output comes bit by bit',
    why: 'The answer differs each time.',
    steps: repeat(40, (at) => stdin(`Process running with session ID 7\nOutput:\ncompiled module-${at.toString(36)}x`)),
    expected: silent,
  },
  {
    row: rows.changing,
    name: 'sleep, then a look',
    why: 'What is waited for has not come yet.',
    steps: repeat(6, () => [bash('sleep 20', ''), bash('ls dist', 'ls: dist: is empty')]),
    expected: silent,
  },
  {
    row: rows.changing,
    name: 'sleep and look in one command',
    why: 'It waits.',
    steps: repeat(8, () => bash('sleep 30; tail -3 build.log', 'building')),
    expected: silent,
  },
  {
    row: rows.changing,
    name: 'output of a shell in the background',
    why: 'It says that it runs.',
    steps: repeat(10, () => ({ tool: 'BashOutput', params: { bash_id: 'b1' }, result: '<status>running</status>' })),
    expected: silent,
  },
  {
    row: rows.changing,
    name: 'the state of a run on a server',
    why: 'A status check.',
    steps: repeat(9, () => bash('gh run view 1234 --json status', '{"status":"in_progress"}')),
    expected: silent,
  },
  {
    row: rows.changing,
    name: 'what looks like waiting but is a test',
    why: 'A test with a word of waiting in its output is a test.',
    steps: repeat(4, () => bashFails('npm test', '3 passing\n1 pending\n1 failing')),
    expected: [repetition(3)],
  },
  ...(
    [
      ['checks of a pull request', 'sleep 60 && gh pr checks 118', 'build\tpending\t0\nlint\tpass\t21s', 8],
      ['a run that is watched until a timeout', 'timeout 240 gh run watch 77 --exit-status', 'Refreshing run status every 3 seconds.', 124],
      ['a rollout', 'kubectl rollout status deploy/web --timeout=60s', 'error: timed out waiting for the condition', 1],
      ['a pod', 'kubectl get pods -l app=web', 'NAME   READY   STATUS\nweb-1  0/1     ContainerCreating', 0],
      ['the health of a container', "sleep 5; docker inspect -f '{{.State.Health.Status}}' db", 'starting', 0],
      ['a health check with a pause', 'sleep 3 && curl -sf http://localhost:8080/', '', 7],
      ['a health check', 'curl -sS http://localhost:8080/healthz', 'curl: (7) Failed to connect to localhost port 8080: Connection refused', 7],
      ['a database', 'pg_isready -h localhost', 'localhost:5432 - no response', 2],
      ['a job of a cluster', 'squeue -u dev', 'JOBID PARTITION NAME ST TIME\n1234 gpu train PD 0:00', 0],
      ['a build of a service', 'curl -s https://ci.example.org/api/builds/77', '{"id":77,"status":"building"}', 0],
      ['a result that is not written yet', 'sleep 120; cat out/result.json', 'cat: out/result.json: No such file or directory', 1],
      ['a loop that gives up', 'until curl -sf localhost:3000/ready; do sleep 1; done', 'Command timed out after 2m 0.0s', 143],
    ] as const
  ).map(
    ([name, command, result, exitCode]): Labeled => ({
      row: rows.changing,
      name,
      why: 'It is not ready: waiting is no stall and no series of failures, however often it is asked.',
      steps: repeat(40, () => (exitCode === 0 ? bash(command, result) : bashFails(command, result, exitCode))),
      expected: silent,
    }),
  ),
  {
    row: rows.changing,
    name: 'a key that is sent to a running editor',
    why: 'Each one changes what shows there.',
    steps: repeat(5, () => bash("tmux send-keys -t work:0 'u'", '')),
    expected: silent,
  },
  {
    row: rows.changing,
    name: 'pauses and questions by turns',
    why: 'The pause belongs to the waiting.',
    steps: repeat(40, () => [bash('sleep 60', ''), bashFails('gh pr checks 118', 'build\tpending\t0', 8)]),
    expected: silent,
  },
  {
    row: rows.changing,
    name: 'a status that cannot be asked for',
    why: 'The run does not exist: that is a failure, not a wait.',
    steps: repeat(3, () => bashFails('gh run view 99', 'could not find any workflow run with ID 99')),
    expected: [cascade(3)],
  },
  {
    row: rows.never,
    name: 'empty input thirty times, nothing comes',
    why: 'A regular beat is no excuse.',
    steps: repeat(32, () => stdin('Process running with session ID 7\nOutput:\n')),
    expected: [polling(30)],
  },
  {
    row: rows.never,
    name: 'sleep and look, thirty times',
    why: 'Nothing will come any more.',
    steps: repeat(31, () => [bash('sleep 20', ''), bash('cat out.txt', 'empty')]),
    expected: [polling(60, 58)],
  },
  {
    row: rows.never,
    name: 'twenty-nine times',
    why: 'Not yet.',
    steps: repeat(29, () => stdin('Process running with session ID 7\nOutput:\n')),
    expected: silent,
  },
  {
    row: rows.outage,
    name: 'too many requests',
    why: 'The service is at fault, not the agent.',
    steps: repeat(5, () => ({ tool: 'WebFetch', params: { url: 'https://example.org/a', prompt: 'x' }, result: 'Request failed with status code 429', outcome: 'error' })),
    expected: [outage(3)],
  },
  {
    row: rows.outage,
    name: 'no connection',
    why: 'The same command cannot do better while nothing answers.',
    steps: repeat(6, () => bashFails('curl -s https://api.example.org/v1', 'curl: (7) Failed to connect to api.example.org port 443: Connection refused', 7)),
    expected: [outage(3)],
  },
  {
    row: rows.outage,
    name: 'an overloaded tool of a server, of several names',
    why: 'Three tools, one outage.',
    steps: [
      { tool: 'mcp__tracker__list', params: { project: 'a' }, result: 'Error: 503 Service Unavailable', outcome: 'error' },
      { tool: 'mcp__tracker__get', params: { id: 1 }, result: 'Error: 503 Service Unavailable', outcome: 'error' },
      { tool: 'WebFetch', params: { url: 'https://example.org/' }, result: 'HTTP/1.1 502 Bad Gateway', outcome: 'error' },
    ],
    expected: [outage(3)],
  },
  {
    row: rows.outage,
    name: 'one refusal, then it works',
    why: 'A second try helped.',
    steps: [bashFails('npm install', 'npm error code ECONNRESET'), bash('npm install', 'added 12 packages'), bash('npm test', '3 passed')],
    expected: silent,
  },
  {
    row: rows.outage,
    name: 'a test that is about rate limits',
    why: 'The words are those of the code under test: a repeated test is a loop.',
    steps: repeat(4, () => bashFails('npm test', 'FAIL limiter.test.ts\n  expected 429 Too Many Requests, got 200')),
    expected: [repetition(3)],
  },
];
