import { findFiles } from '../lib/services/imports/find-files.ts';
import { computeEpisodes } from '../lib/observers/episodes.ts';
import { observeFiles } from './observe-files.ts';

/** `npx tsx bench/findings.ts PATH…`: every finding of the default observers in files and folders, to review one by one. */
const places = process.argv.slice(2);
const files = (await Promise.all(places.map((place) => findFiles(place)))).flat().map(({ file }) => file);
const observed = await observeFiles(files);
let calls = 0;
let findings = 0;
for (const { session, path, assessments, standing } of observed) {
  calls += session.toolCalls;
  const episodes = computeEpisodes(
    assessments.map((made) => ({ ...made, sentAtMs: null, superseded: false })),
    standing,
  );
  for (const { observerName, finding, fromCall, toCall, endedAtCall } of episodes) {
    findings += 1;
    const place = `${session.family}:${session.nativeId} (${path})`;
    const span = `#${fromCall}–#${toCall}${endedAtCall === null ? '' : `, over at #${endedAtCall}`} of ${session.toolCalls}`;
    process.stdout.write(`${place}\n  ${observerName}: ${finding.category}, ${finding.severity}, ${span}\n  ${finding.description}\n`);
    for (const line of (finding.evidence ?? '').split('\n')) process.stdout.write(`    ${line}\n`);
  }
}
process.stdout.write(`${observed.length} sessions, ${calls} calls, ${findings} findings\n`);
