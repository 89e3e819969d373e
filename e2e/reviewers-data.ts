import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeClaudeLines, toFile } from './claude-lines.ts';
import { importText, type Served } from './start-server.ts';

export const configOf = ({ folder }: Served): string => path.join(folder, 'observatory.config.yaml');
export const bundleOf = ({ folder }: Served): string => path.join(folder, 'team.yaml');

export const bundleText = `name: team
version: 1.2.0
hooks:
  - module: hooks-observations
    config:
      observers:
        - name: Security
          role: Finds vulnerabilities
          model: claude-3-5-haiku
          focus: |
            Look for **untrusted input**:
            - in SQL
            - in paths
          watch:
            - type: files
              paths: ["src/**/*.py"]
        - name: Logic
          focus: Claims without a check
          model: claude-3-5-haiku
          watch:
            - type: conversation
              include_tool_calls: true
`;

const answersText = (delayMs: number): string => `answers:
  - reviewer: Security
    delay_ms: ${delayMs}
    answer:
      observations:
        - content: The query is built from user input.
          severity: high
          source_ref: src/query.py:2
          metadata: { category: security, suggestion: Use parameters. }
  - answer: No issues found.
`;

/** A bundle of two reviewers with scripted answers, and a session to run them on. */
export const setUpReviewers = async (server: Served, { delayMs = 0 } = {}): Promise<void> => {
  const shop = path.join(server.folder, 'shop');
  await mkdir(path.join(shop, 'src'), { recursive: true });
  await writeFile(path.join(shop, 'src', 'query.py'), 'import db\ndb.run("SELECT * FROM goods WHERE name = " + name)\n');
  await writeFile(bundleOf(server), bundleText);
  await writeFile(path.join(server.folder, 'answers.yaml'), answersText(delayMs));
  await writeFile(configOf(server), 'reviewers:\n  bundles: [team.yaml]\n  provider: script\n  script: answers.yaml\n');
  const talk = makeClaudeLines({ sessionId: 'search', cwd: shop });
  const lines = [
    talk.title('Search goods by name'),
    talk.prompt('Add a search by name.'),
    talk.call('t1', 'Edit', { file_path: 'src/query.py' }),
    talk.result('t1', 'ok'),
    talk.response('I added it.'),
    talk.prompt('Does it work?'),
    talk.response('It does.'),
  ];
  await importText(server.url, 'search.jsonl', toFile(...lines));
};
