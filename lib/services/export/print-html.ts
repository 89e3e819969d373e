import { parseMarkdown } from '../../markdown/parse-markdown.ts';
import { toHtml, toHtmlText } from '../../markdown/to-html.ts';
import { printDuration } from '../../print/duration.ts';
import { printCounted } from '../../print/number.ts';
import { printIso } from '../../print/time.ts';
import { printTurnEnded } from '../../print/turn-ended.ts';
import { printTurnTime } from '../../print/turn-time.ts';
import { printTurn } from '../../print/turn.ts';
import { unknown } from '../../print/unknown.ts';
import type { Redacted } from '../../redaction/redact.ts';
import { pageStyle } from './page-style.ts';
import type { Part, WorkPart } from './transcript.ts';

/** Nothing is fetched and nothing runs, whatever the texts hold. */
const policy = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;

/** A transcript as one HTML page, which needs no other file; `at`: the number of the part. */
export const printHtml = (part: Redacted<Part>, at: number): string => {
  switch (part.kind) {
    case 'head':
      return printHead(part);
    case 'title':
      return `<li><a href="#t${part.turnIdx}">${toHtmlText(part.title === '' ? unknown : part.title)}</a></li>\n`;
    case 'work':
      return '</ol></details></nav>\n';
    case 'end':
      return '</main>\n</body>\n</html>\n';
    default:
      // Ids within a part begin with its place.
      return `${printWork(part, `p${at}`)}\n`;
  }
};

const printHead = ({ title, facts, turns }: Part & { kind: 'head' }): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${toHtmlText(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<header>
<h1>${toHtmlText(title)}</h1>
<dl>${facts.map(({ name, value }) => `<div><dt>${toHtmlText(name)}</dt><dd>${toHtmlText(value)}</dd></div>`).join('')}</dl>
</header>
<nav aria-label="Turns"><details><summary>${printCounted(turns, 'turn')}</summary><ol start="0">
`;

const names = { prompt: 'Prompt', answer: 'Answer', reasoning: 'Reasoning', note: 'Note' } as const;

/** `place`: begins the ids within this part. */
const printWork = (part: WorkPart, place: string): string => {
  switch (part.kind) {
    case 'turn': {
      const facts = [printIso(part.startedAtMs), printTurnTime(part), printCounted(part.toolCalls, 'call'), printTurnEnded(part)];
      return `<h2 id="t${part.turnIdx}">${printTurn(part.turnIdx)} <small>${facts.filter((fact) => fact !== null).join(' · ')}</small></h2>`;
    }
    case 'summary': {
      const lists = part.lists.map(
        ({ title, items }) => `<h3>${title}</h3><ul>${items.map((item) => `<li>${toHtmlText(item)}</li>`).join('')}</ul>`,
      );
      return `<aside class="summary"><h3>Summary ${toHtmlText(part.how)}</h3><p>${toHtmlText(part.text)}</p>${lists.join('')}</aside>`;
    }
    case 'call':
      return printCall(part, place);
    case 'reasoning':
      return `<details class="reasoning"><summary>Reasoning</summary>${toProse(part.text, place)}</details>`;
    default: {
      const attached = part.attachments.map((mediaType) => `<p class="attachment">Attachment: ${toHtmlText(mediaType)}</p>`);
      return `<article class="${part.kind}" aria-label="${names[part.kind]}">${toProse(part.text, place)}${attached.join('')}</article>`;
    }
  }
};

/** A text that cannot be parsed is shown as it was written. */
const toProse = (text: string, place: string): string => {
  const nodes = parseMarkdown(text);
  return nodes ? toHtml(nodes, place) : `<pre class="text">${toHtmlText(text)}</pre>`;
};

const printCall = ({ call, summary, content, params, result, excerpt }: Part & { kind: 'call' }, place: string): string => {
  const how = `${call.ended}${call.exitCode === null ? '' : `, exit code ${call.exitCode}`}`;
  const head = `<span class="index">#${call.callIndex}</span> <b>${toHtmlText(call.name)}</b> <code>${toHtmlText(summary)}</code>`;
  const tail = `<span class="outcome">${how}</span> <span class="time">${printDuration(call.durationMs)}</span>`;
  const why = excerpt.length === 0 ? '' : `<pre class="excerpt">${toHtmlText(excerpt.join('\n'))}</pre>`;
  const ended = result === null ? '<p class="attachment">No result.</p>' : `<h3>Result</h3><pre>${toHtmlText(result)}</pre>`;
  const said =
    content === '' ? `<h3>Arguments</h3><pre>${toHtmlText(params)}</pre>` : `<div class="content">${toProse(content, place)}</div>`;
  return `<details class="call ${call.outcome}" id="c${call.callIndex}"${content === '' ? '' : ' open'}><summary>${head} ${tail}${why}</summary>${said}${
    result === '' && content !== '' ? '' : ended
  }</details>`;
};
