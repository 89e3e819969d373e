import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { importText, sendJson, startServer } from '../e2e/start-server.ts';
import { contracts } from '../lib/contracts/index.ts';
import { openaiWire } from '../lib/models/__fixtures__/model-server.ts';
import { openReceiver } from '../lib/services/deliveries/__fixtures__/receiver.ts';
import { inFolder } from './archive.ts';
import { atMost, type Figure } from './figure.ts';

const reviewers = 20;
const maxConcurrent = 5;
const answerMs = 1_000;

const bundle = `name: bench
behaviors:
  - module: hooks-observations
    config:
      execution: {max_concurrent: ${maxConcurrent}}
      observers:
${Array.from({ length: reviewers }, (_, at) => `        - {name: "Reviewer ${at}", focus: "Anything", model: local, watch: [{type: files, paths: ["*.py"]}, {type: conversation}]}`).join('\n')}
`;

/** A provider that answers each request after a second, with one finding. */
const openProvider = () => {
  const wire = openaiWire('local');
  const finding = { content: 'The variable is never read.', severity: 'low', source_ref: 'a.py:1', metadata: { category: 'quality' } };
  const text = JSON.stringify({ observations: [finding], resolved: [] });
  return openReceiver((response, { body }) => {
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(wire.toBody(text, body)));
    }, answerMs);
  });
};

/** Twenty reviewers, five at a time, against a provider of a second: from the event to its answer, and again when nothing has changed. */
export const measureReviews = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const project = path.join(folder, 'project');
    await mkdir(project);
    await writeFile(path.join(project, 'a.py'), 'x = 1\n');
    await writeFile(path.join(folder, 'bundle.yaml'), bundle);
    await writeFile(path.join(folder, 'observatory.config.yaml'), 'reviewers:\n  bundles: [bundle.yaml]\n  provider: openai\n  concurrency: 50\n');
    const provider = await openProvider();
    const variables = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1` };
    const server = await startServer({ folder, variables });
    try {
      const talk = makeClaudeLines({ sessionId: 'a', cwd: project });
      await importText(server.url, 'a.jsonl', toFile(talk.prompt('Do it'), talk.response('Done.')));
      const emit = async (): Promise<number> => {
        const startedAt = performance.now();
        const answer = await sendJson(server.url, 'POST', '/api/hooks/response:complete', { session: 'claude-code:a' });
        const took = performance.now() - startedAt;
        const { run = '' } = contracts.reviews.hook.response.parse(answer);
        const { reviews } = contracts.reviews.get.response.parse(await sendJson(server.url, 'GET', `/api/reviews/${run}`));
        if (reviews.length !== reviewers) throw new Error(`${reviews.length} of ${reviewers} reviewers ran`);
        return took;
      };
      const took = await emit();
      const asked = provider.received.length;
      if (asked !== reviewers) throw new Error(`${asked} of ${reviewers} requests were sent`);
      const again = await emit();
      return [
        atMost(`${reviewers} reviewers, ${maxConcurrent} at a time: share of the ideal time`, took / ((reviewers / maxConcurrent) * answerMs), 1.3, ''),
        atMost('the same when nothing changed: requests', provider.received.length - asked, 0, ''),
        atMost('the same when nothing changed: until the answer', again, 1_000, 'ms'),
      ];
    } finally {
      await server.stop();
      await provider.close();
    }
  });
