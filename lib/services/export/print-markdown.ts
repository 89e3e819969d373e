import { printDuration } from '../../print/duration.ts';
import { prefixLines, toCodeSpan, toFenced } from '../../print/markdown-text.ts';
import { printCounted } from '../../print/number.ts';
import { printIso } from '../../print/time.ts';
import { printTurnEnded } from '../../print/turn-ended.ts';
import { printTurnTime } from '../../print/turn-time.ts';
import { printTurn } from '../../print/turn.ts';
import type { Redacted } from '../../redaction/redact.ts';
import type { Part, WorkPart } from './transcript.ts';

/** A transcript in Markdown: each turn below a heading, prompts as quotes, calls with their arguments and whole results in fences. */
export const printMarkdown = (part: Redacted<Part>): string => {
  switch (part.kind) {
    case 'head':
      return `# ${part.title}\n\n${part.facts.map(({ name, value }) => `- ${name}: ${value}\n`).join('')}`;
    case 'title':
    case 'work':
    case 'end':
      return '';
    default:
      return `\n${printWork(part)}\n`;
  }
};

const printWork = (part: WorkPart): string => {
  switch (part.kind) {
    case 'turn': {
      const facts = [printIso(part.startedAtMs), printTurnTime(part), printCounted(part.toolCalls, 'call'), printTurnEnded(part)];
      return `## ${[printTurn(part.turnIdx), ...facts.filter((fact) => fact !== null)].join(' · ')}`;
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

const printCall = ({ call, summary, content, params, result }: Part & { kind: 'call' }): string => {
  const { callIndex, name, ended, durationMs, exitCode } = call;
  const facts = [ended, ...(exitCode === null ? [] : [`exit code ${exitCode}`]), printDuration(durationMs)];
  const head = `**#${callIndex} ${name}**${summary === '' ? '' : ` ${toCodeSpan(summary)}`} (${facts.join(', ')})`;
  const said = content === '' ? toFenced(params, params.startsWith('{') ? 'json' : '') : prefixLines(content, '> ');
  return [head, said, ...(result === null ? ['No result.'] : result === '' && content !== '' ? [] : [toFenced(result)])].join('\n\n');
};
