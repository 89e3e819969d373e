/** Admissions in an answer: something stands in for what was asked, was not possible, or is not done. */
const admission =
  /\b(?:work-?arounds?|stand-?ins?|mock(?:ed|s|ing)?|simulat(?:ed?|es|ing|ion)|placeholders?|dummy|fake[ds]?|synthetic|for demonstration|demonstration|simplified|unable|could ?n[o'’]t|w(?:ere|as) ?n[o'’]t able|not able|failed to|fails? to|not available|unavailable|timed? ?out|timeouts?|would (?:need|require|have to)|not (?:yet )?(?:complete[d]?|finished|implemented|tested|verified|installed|possible|been \w{1,20})|incomplete|partial(?:ly)?|restrict(?:ed|ions?)|limitations?|fall(?:s|ing)? ?back|unfortunately|manually|exhausted|(?:still|remaining) (?:fail\w{0,10}|needs?|issues?|errors?|present|missing|problems?)|does ?n[o'’]t (?:fully |quite )?work|out of (?:memory|time)|due to (?:the )?(?:limit|restrict|time|lack|missing|network|environment|error|connectivity)|issues? (?:downloading|connecting))\b/giu;

/** Claims in an answer that something was done. */
const claim =
  /\b(?:success\w{0,10}|completed?|done|works?|working|pass(?:ed|es|ing)?|verified|tested|confirmed|ready|fixed|added|created|updated|implemented|changed|removed|resolved|replaced|renamed|moved|committed|pushed|refactored|set up|written|wrote|saved|generated|installed|built|holds?|found|now)\b|[✅✓✔]/iu;

/** How agents say what they or the reader will do. */
const announcement =
  /\b(?:i['’]ll|i will|let me|let['’]s|i['’]m going to|we['’]ll|i need to|could you|please (?:provide|confirm|ensure|run|share|let me know)|follow these steps|here(?:['’]s| is| are) (?:how|a|the|my) |step 1|to (?:do|set|build|create|get|solve|run) )/iu;

const maxLooked = 16_000;

/** How often an answer in English admits that something stands in, was not possible or is not done. */
export const countAdmissions = (answer: string): number => [...answer.slice(0, maxLooked).matchAll(admission)].length;

/** Whether it says that anything was done. */
export const claimsWork = (answer: string): boolean => claim.test(answer.slice(0, maxLooked));

/** Whether it tells what will be done, or what the reader is to do. */
export const announcesWork = (answer: string): boolean => announcement.test(answer.slice(0, maxLooked));

const fact = /`([^`\n]{2,80})`|(?<![\w.])(\d[\d,.]{0,20}\d)(?!\w)|["“]([^"”\n]{3,60})["”]|(?<!\w)((?:\/[\w.-]{1,60}){2,8})/gu;
const maxFacts = 40;

/** Numbers of two digits and more, code, quotations and paths in an answer, which a result can hold to the letter. At most 40. */
export const listFacts = (answer: string): string[] => {
  const found = [...answer.slice(0, maxLooked).matchAll(fact)].map((match) =>
    (match.slice(1).find((one: string | undefined) => one !== undefined) ?? '').trim(),
  );
  return [...new Set(found)].filter((one) => one.length >= 2).slice(0, maxFacts);
};
