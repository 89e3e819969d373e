/** How people say that the answer before was wrong or did not help. */
const refuting = new RegExp(
  [
    String.raw`\bstill (?:broken|not\b|fail\w*|wrong|the same|see(?:ing)?\b|get(?:ting)? (?:the|this|that|an?)\b|happen\w*|there\b|crash\w*|does(?:n't| not)|can(?:'t|not)|is(?:n't| not)|doesn't)`,
    String.raw`\b(?:that|this|it|which) (?:is|was|'s)? ?(?:wrong|incorrect|false|not (?:right|true|correct|working|fixed|it\b|what))`,
    String.raw`\b(?:that|it|this)'s (?:wrong|incorrect|false|not (?:right|true|correct|working|fixed|it\b|what))`,
    String.raw`\b(?:it|this|that|still) (?:does(?:n't| not)|did(?:n't| not)|is(?:n't| not)) (?:work|help|fix|compile|build|run|start|change|right|correct)`,
    String.raw`\bnot what i (?:asked|wanted|meant|said)`,
    String.raw`\byou (?:broke|forgot|missed|ignored|did(?:n't| not)|have(?:n't| not)|deleted the wrong|removed the wrong|were wrong|are wrong)`,
    String.raw`\bwrong (?:answer|result|file|number|count|place)|\bsame (?:error|problem|issue|bug)\b|\bonly that\?|\bthat can(?:'t|not) be\b|\b(?:undo|revert) (?:that|this|it|your|the last)\b`,
    String.raw`^\W*(?:no[,.!]? (?!problem|worries|need)(?:that|this|it|you|i\b|the|not|still)|nope\b|wrong\b|incorrect\b|really only\b|not (?:working|fixed|right|correct)\b|does(?:n't| not) work)`,
    String.raw`不对|错了|还是不行|仍然(?:不|失败|报错)|没有用|違います|間違って|まだ動かない|動きません|\bfunktioniert (?:immer noch |noch immer )?nicht|\bstimmt nicht|\bist falsch|\bne (?:marche|fonctionne) (?:toujours )?pas|\bno funciona|\bsigue (?:fallando|sin)`,
  ].join('|'),
  'iu',
);
/** A prompt with such a beginning goes on to something else, unless it says `but`. */
const accepting =
  /^\W*(?:good|great|perfect|nice|thanks|thank you|awesome|excellent|works|ok(?:ay)? great|lgtm|super|danke|merci|gracias)\b/iu;

/** People say so at the beginning of a prompt. */
const maxLooked = 400;

/** Whether a prompt says that the answer before it was wrong, or did not do what was asked. */
export const refutes = (prompt: string): boolean => {
  const looked = prompt.slice(0, maxLooked).replaceAll('’', "'");
  return refuting.test(looked) && (!accepting.test(looked) || /\b(?:but|however|except)\b/iu.test(looked));
};
