import type { Block } from './plain-text.ts';

/**
 * Role of an agent's sentence. `report`: it says how something is or what was done. `not_done`: it says what was not done, failed or is
 * missing. `plan`: what the agent is about to do. `left`: what is left to the reader, or offered. `description`: what a file or program is
 * for, or would do, or an example: nothing that happened.
 */
export type Voice = 'report' | 'not_done' | 'plan' | 'left' | 'description';

/** Patterns look at no more of a sentence. */
const maxLooked = 300;

const plan =
  /^(?:(?:ok(?:ay)?|alright|right|great|good|perfect|now|so|then|first|next|finally|also)[,!.:]? ){0,3}(?:let me|let's|let us|i['’]ll|i will|i am going to|i['’]m going to|i need to|i should|i want to|i have to|i plan to|we['’]ll|we will|we need to|we should|we have to|going to|time to|my plan)\b|\blet(?:['’]s| us| me)\b/iu;

/** How people are told what they may do. */
const offer =
  /\byou(?:['’]ll|['’]d| will| can| could| should| may| might| need| must| have to| want)\b|\b(?:if|when|once|whenever|unless|until) you\b|^(?:alternatively|if (?:needed|necessary|desired|wanted)|let me know|do you want|want me|shall i|should i|feel free|i(?:['’]d| would)? (?:also )?(?:recommend|suggest|advise)|it(?:'s| is) (?:recommended|advisable)|consider |remember to|don['’]t forget|for (?:more|further) |we (?:can|could|might)\b)|\bwould you\b/iu;
/** “To run it, type …” */
const purpose =
  /^to (?:run|use|start|try|test|verify|reproduce|deploy|build|check|see|enable|install|continue|proceed|complete|resolve|do (?:so|this|that))\b[^.]{0,120}[,:]/iu;
/** A verb that begins a sentence tells the reader what to do, unless it is a noun with another verb behind it: “Build failed.” */
const imperative =
  /^(?:(?:then|now|next|finally|after that|afterwards|also|please|just|simply|first|second|third)[,:]? ){0,2}(?:re-?run|restart|start|stop|run|open|copy|install|add|apply|append|set|create|check|verify|try|use|see|visit|call|execute|deploy|configure|replace|edit|send|tell|ask|move|delete|remove|enable|disable|wait|reload|refresh|choose|select|click|go|navigate|follow|provide|ensure|make sure|build|test|update|change|push|commit|merge|import|export|review|log in|sign|rename|connect|download|upload|migrate|schedule|monitor|implement|write|extend|rotate|confirm|calculate|compute|print|process|perform|read|parse|generate|fetch|convert|save|load|submit|prepare|launch|allow|grant|give|find|inform|return|manually \w+)\b(?! (?:is|are|was|were|has|have|had|now|still|fail\w*|pass\w*|succe\w*|complet\w*|finish\w*|works?|exit\w*|took|takes|ran|shows?|prints?|returns?|and \w+ (?:pass|fail|succeed)\w*|no longer)\b)/iu;

/** Headings of steps that are left to the reader. */
const leftUnder =
  /^[^\p{L}]*(?:(?:the |some |possible |suggested |recommended |optional |your )?(?:next|remaining|further|follow-?up|outstanding|recommended|suggested|manual|deployment) (?:steps?|actions?|tasks?|work|items?|improvements?|commands?)|(?:what['’]s |what is |what )?(?:next|left|remains)\b|to-?dos?\b|follow-?ups?\b|recommend|suggest|optional|options?\b|for you\b|your turn|(?:what )?you (?:can|could|need|should|have to|must|may)|how to|usage|to (?:run|use|start|try|test|verify|reproduce|deploy|build|check|see|finish|do)\b|(?:run|try|test|start|verify|use|deploy) (?:it|them|this|with)|getting started|quick ?start|instructions|commands?\b|before (?:you|running)|prerequisites|requirements|set-?up\b)/iu;
const notDoneUnder =
  /\b(?:not (?:done|yet|included|covered|tested|implemented|run|verified|possible)|undone|limitations?|caveats?|known issues?|(?:open|remaining) (?:issues?|questions?|points?|problems?|failures?)|blockers?|blocked|skipped|still (?:failing|broken|open|missing)|could(?: not|n['’]t)|did(?: not|n['’]t))\b/iu;
/** Headings of work that was done, even if it is written as in a commit: “Add a check.” */
const doneUnder = /\b(?:done|did|changes?|changed|fix(?:es|ed)?|implemented|completed|added|removed)\b/iu;
const describedUnder =
  /^[^\p{L}]*(?:(?:the |all |new |created |changed |modified |updated |key |relevant |main |two |three )*(?:files?|scripts?|structure|layout|contents?|components?|features?|endpoints?|architecture|overview|design|parameters|arguments|options)\b|how it works|what (?:it|they|this|these|each)\b.*\bdo(?:es)?\b|behaviou?r)/iu;
const exampleUnder = /\b(?:examples?|sample output)\b/iu;

/** A name of a file or in code with a dash or colon behind it, as items of lists begin: `seed.mjs — `. The rest is group 1. */
const named = /^(?:\S{1,120}[./_(]\S{0,120}|\S{1,120}) (?:\([^)]{0,80}\) )?[—–-]+ (.*)$|^\S{0,120}[./_(]\S{0,120}: (.*)$/u;
/** How a report of what was done with a thing begins, behind the thing's name. */
const didIt =
  /^(?:\d|(?:now|no longer|not|all|already|also|still|was|were|has|have|is|are) |(?:i |we )|\p{L}+ed\b|(?:made|built|ran|wrote|rewrote|split|put|cut|kept|left|found|new|gone|ok|passes|passing|fails|failing|works)\b)/iu;
/** “The script loads …”: what a program is for. Results of the program or of its tests are a report. */
const describes =
  /^(?:the|this|that|each|both|these|a) (?:\S+ )?(?:scripts?|programs?|files?|commands?|workflows?|jobs?|tools?) (?:(?:also|then|first) )?(?!(?:is|are|was|were|has|have|pass|passes|fails?|works?|runs?|exits?|builds?|compiles?|finishes|prints?|returns?|succeeds?|does)\b)\p{L}+s?\b(?<!ed)/iu;
/** “Returns the sum of both”: the same, as an item. */
const describesAsItem =
  /^(?:accepts|allows|applies|calculates|calls|checks|closes|computes|configures|contains|converts|creates|deletes|deploys|detects|displays|enables|ensures|exports|extracts|fetches|generates|gets|handles|implements|imports|includes|inserts|installs|joins|keeps|listens|loads|logs|makes|maps|matches|merges|opens|parses|performs|prints|processes|provides|reads|returns|rolls|runs|saves|seeds|sends|sets|shows|splits|starts|stops|stores|supports|takes|updates|uses|validates|waits|wraps|writes)\b/iu;
/** Words for events that are yet to come, or only imagined. */
const future = /^(?:for (?:example|instance)|e\.g\.|such as)\b|\b(?:will|would|should)\b(?!n['’]t| not\b)/iu;

const notDone =
  /\b(?:(?:is|are|was|were|has|have|had|does|do|did|could|can|would|should)(?: not|n['’]t)(?! only\b)|cannot|can['’]t|unable to|not (?:yet|done|run|tested|verified|deployed|pushed|committed|built|possible|implemented|able|found|reachable)|never (?:ran|run|started|finished|tested)|neither|none of|no longer works|skipped|left (?:out|undone|open|untouched)|still (?:fails?|failing|needs?|missing|open|broken|to)|fail(?:s|ed)\b|blocked|refused|denied|timed out|incomplete|unfinished|untested|unverified|missing|pending|workaround|placeholder|stand-in|mock(?:ed)?\b|stub(?:bed)?\b)/iu;

/** Role of a sentence, by its words and the text above it. Works for English; in other languages it is a report. */
export const findVoice = (sentence: string, { isItem, under }: Pick<Block, 'isItem' | 'under'>): Voice => {
  const text = sentence.slice(0, maxLooked);
  const heading = under?.slice(0, maxLooked) ?? '';
  if (plan.test(text)) return 'plan';
  if (offer.test(text) || purpose.test(text) || /[?？]$/u.test(text)) return 'left';
  if (leftUnder.test(heading) || (isItem && (plan.test(heading) || offer.test(heading)))) return 'left';
  if (isItem && notDoneUnder.test(heading)) return 'not_done';
  if (imperative.test(text) && !(isItem && doneUnder.test(heading))) return 'left';
  const [, afterDash, afterColon] = isItem ? (named.exec(text) ?? []) : [];
  const tail = afterDash ?? afterColon;
  const isDescribed =
    tail !== undefined
      ? !didIt.test(tail)
      : describes.test(text) ||
        (isItem && describesAsItem.test(text)) ||
        exampleUnder.test(heading) ||
        (describedUnder.test(heading) && !didIt.test(text));
  if (future.test(text) || isDescribed) return 'description';
  return notDone.test(text) ? 'not_done' : 'report';
};
