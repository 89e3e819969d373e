import type { Session } from '../../domain/session.ts';
import { printDuration } from '../../print/duration.ts';
import { prefixLines, toCodeSpan, toFenced } from '../../print/markdown-text.ts';
import { printCounted } from '../../print/number.ts';
import { printIso } from '../../print/time.ts';
import { unknown } from '../../print/unknown.ts';
import type { Store } from '../../store/store.ts';
import type { Cleaner } from './make-cleaner.ts';
import { listCleanFacts, listParts, type Part } from './transcript.ts';

/** A transcript in Markdown: each turn below a heading, prompts as quotes, calls with their arguments and whole results in fences. */
export async function* writeMarkdown(store: Store, session: Session, clean: Cleaner): AsyncGenerator<string> {
  const [[, title] = ['', unknown], ...facts] = listCleanFacts(session, clean);
  yield `# ${title}\n\n${facts.map(([name, value]) => `- ${name}: ${value}\n`).join('')}`;
  const turns = await store.listTurns(session.id);
  for await (const part of listParts(store, session.id, turns, clean)) yield `\n${printPart(part)}\n`;
}

const printPart = (part: Part): string => {
  switch (part.kind) {
    case 'turn': {
      const { turnIdx, startedAtMs, activeMs, toolCalls } = part.turn;
      return `## T${turnIdx} · ${printIso(startedAtMs)} · ${printDuration(activeMs)} · ${printCounted(toolCalls, 'call')}`;
    }
    case 'summary': {
      const lists = part.lists.map(({ title, items }) => `${title}:\n\n${prefixLines(items.join('\n'), '- ')}`);
      return [`**Summary** (${part.how})`, part.text, ...lists].join('\n\n');
    }
    case 'call':
      return printCall(part);
    default: {
      const attached = part.attachments.map((mediaType) => `*Attachment: ${mediaType}*`);
      const text = [...(part.text === '' ? [] : [part.text]), ...attached].join('\n\n');
      if (part.kind === 'answer') return text;
      if (part.kind === 'prompt') return prefixLines(text, '> ');
      return part.kind === 'reasoning' ? `*Reasoning*\n\n${prefixLines(text, '> ')}` : `*${text.replace(/\s+/gu, ' ')}*`;
    }
  }
};

const printCall = ({ call, summary, params, result }: Part & { kind: 'call' }): string => {
  const { callIndex, name, outcome, durationMs, exitCode } = call;
  const ended = [
    outcome === 'unknown' ? unknown : outcome,
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    printDuration(durationMs),
  ];
  const head = `**#${callIndex} ${name}**${summary === '' ? '' : ` ${toCodeSpan(summary)}`} (${ended.join(', ')})`;
  return [head, toFenced(params, 'json'), ...(result === null ? ['No result.'] : [toFenced(result)])].join('\n\n');
};
