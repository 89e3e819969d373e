import type { SearchTerm } from '../domain/search.ts';
import { foldWord, listWords } from '../search/words.ts';

/**
 * Words of prompts that say nothing about a task: of English, what contractions are split into, and verbs of any task; short ones of other
 * languages. None that names a language.
 */
const fillers: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could d did do does doing don for from had
  has have hello hey hi how i if in into is it its just kindly let lets like ll m may me might must my need no not now of off ok okay on
  or our out over own please pls re s shall should so some such t than thank thanks that the their them then there these they this those
  through to too up us ve very want was we were what when where which while who whose why will with within without would yes you your
  add anything bring change changed check create do done find fix get gets give got help here know look looks made make makes making new only put
  run see set show something start sure take tell thing things try update use used using way work works write
  aber als auch auf aus bei bitte das dass dein deine dem den der des die dies diese du ein eine einem einen einer er es für hat haben ich
  ihr im ist kann mach mein mir mit nach nicht noch nur oder sich sie sind über und uns vom von war warum was wenn wie wir wird zu zum zur
  au aux avec ce ces cette comment dans de des du elle en est et faire il ils je la le les leur mais mes mon ne nous ou par pas peux plus
  pour pourquoi que qui sa ses son sont sur ta te tes toi ton tous tu un une veux voir vos votre vous
  al como con cual cuando del el ella es esta este esto está están favor ha hay la las lo los más me mi muy o para pero por porque puedes
  que quiero se ser si sin sobre su sus también te todo tu una uno y ya
  ao aos as com da das dos e ele em essa esse está isso isto mais mas na nas no nos não o os ou pela pelo qual quando são sem seu sua te
  tem um uma você
  che chi ci come cosa dal della delle di due gli ha ho il loro ma mi nel nella non per perché più questa questo sono sul tra una`
    .normalize('NFC')
    .split(/\s+/u)
    .map(foldWord),
);

/** Kana alone: endings and particles of Japanese. */
const isKana = (word: string): boolean => /^\p{Script=Hiragana}+$/u.test(word);
const isFiller = (word: string): boolean => fillers.has(word) || isKana(word);

/** The terms that are about something: the others match whatever is asked for. */
export const listTelling = (terms: readonly SearchTerm[]): SearchTerm[] =>
  terms.filter(({ words }) => words.some((word) => !isFiller(foldWord(word))));

/** Further words of prompts that only agree with what the agent proposed, ask it to go on or to stop, or choose what it offered. */
const assents: ReadonlySet<string> = new Set(
  `absolutely agree agreed ahead alright amazing apply approve approved awesome both cancel carry continue cool correct definitely enough
  everything exactly fine finish first go going good great indeed keep lgtm more n nah next nice nope option perfect ping proceed resume retry
  right second sgtm sounds step stop third till until wait well wonderful wow y yeah yep yup
  abbrechen doch einverstanden fertig fortfahren genau gerne gut ja jawohl jetzt los machen mal nein passt prima richtig stimmt super toll
  weiter weitermachen weiterer danke so
  accord allez arrete bien bon continuer continuez d exact merci non oui ouais parfait poursuis poursuivez stp suite suivant vas y
  adelante bien bueno claro continua continuar correcto dale gracias listo perfecto procede seguir si siga sigue siguiente vale
  certo claro continue isso obrigado obrigada ok perfeito pode prossiga segue seguir sim va
  avanti bene certo continua esatto grazie no ok perfetto prego procedi prosegui si va
  bedankt doorgaan ga goed graag ja nee prima verder
  dalej dobrze kontynuuj nie tak
  devam et evet hayir tamam
  да ага давай дальше нет ок окей продолжай продолжайте спасибо хорошо
  نعم استمر اكمل تابع لا حسنا हाँ हां जारी रखें ठीक है`
    .normalize('NFC')
    .split(/\s+/u)
    .map(foldWord),
);

/** The same in scripts without spaces between words. */
const unspacedAssent =
  /^(?:はい|うん|ええ|いいえ|お願い|おねがい|します|しました|続けて|つづけて|続行|続き|進めて|次|次へ|了解|承知|了承|わかりました|分かりました|ありがとう|ございます|それで|その|まま|大丈夫|です|ください|下さい|いい|良い|よ|ね|を|で|是|是的|好|好的|好吧|行|可以|对|對|没问题|沒問題|继续|繼續|请|請|吧|下一步|下一个|嗯|谢谢|謝謝|不|不是|不用|네|예|응|아니요|좋아요|좋습니다|계속|계속해|계속해줘|계속해주세요|계속하세요|진행해|진행해줘|진행해주세요|진행하세요|감사합니다|다음|ต่อ|ต่อไป|ใช่|ครับ|ค่ะ|โอเค)+$/u;

/** Whether a prompt names no task of its own, such as “Yes, do that”, “2” or “👍”: it continues the one before. */
export const isFollowUp = (prompt: string): boolean => {
  const words = listWords(prompt).map(foldWord);
  return (
    prompt.trim() !== '' &&
    words.every((word) => isFiller(word) || assents.has(word) || /^\p{Nd}{1,2}$/u.test(word) || unspacedAssent.test(word))
  );
};
