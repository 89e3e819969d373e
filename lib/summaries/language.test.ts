import { describe, expect, it } from 'vitest';
import { findLanguage, findOtherLanguage } from './language.ts';

const english = 'The agent fixed the failing test. It read the parser and found that the offset was not checked.';
const german =
  'Der Agent hat den fehlgeschlagenen Test repariert. Die Ursache war, dass der Versatz nicht geprüft wurde, und das ist nun behoben.';
const french = "L'agent a corrigé le test. Il a trouvé que le décalage n'était pas vérifié dans la fonction, et les tests sont verts.";
const spanish =
  'El agente corrigió la prueba que fallaba. Encontró que el desplazamiento no se comprobaba en los datos y las pruebas pasan.';
const chinese = '代理修复了 parser.ts 中失败的 3 个测试，原因是没有检查偏移量。';
const japanese = 'エージェントは parser.ts の失敗したテストを修正しました。原因はオフセットの検査漏れです。';
const russian = 'Агент исправил тест в файле parser.ts: смещение не проверялось.';

describe('findLanguage', () => {
  it.each([
    [english, 'English'],
    [german, 'German'],
    [french, 'French'],
    [spanish, 'Spanish'],
    ['O agente corrigiu os testes que falharam. A causa foi uma condição que não era verificada, e isso está resolvido.', 'Portuguese'],
    ["L'agente ha corretto il test. La causa è che lo scarto non era controllato nella funzione, e gli altri sono verdi.", 'Italian'],
    [
      'De agent heeft het probleem opgelost. De oorzaak was dat een waarde niet werd gecontroleerd, en dat is nu voor alle tests goed.',
      'Dutch',
    ],
    [chinese, 'Chinese'],
    [japanese, 'Japanese'],
    ['에이전트가 parser.ts의 실패한 테스트를 수정했습니다.', 'Korean'],
    [russian, 'a language in Cyrillic letters'],
    ['npm ERR! code ELIFECYCLE', null],
    ['', null],
  ])('of %j', (text, language) => {
    expect(findLanguage(text)).toBe(language);
  });
});

describe('findOtherLanguage', () => {
  it.each([
    ['Fix the failing test', german, 'German'],
    ['Fix the failing test', chinese, 'Chinese'],
    ['npm test', japanese, 'Japanese'],
    ['Warum schlägt der Test fehl?', english, 'English'],
    ['修复这个测试', english, 'English'],
    ['Почему падает тест?', english, 'English'],
    ['Corrige la prueba que falla en los datos', english, 'English'],
  ])('of the prompt %j', (prompt, answer, language) => {
    expect(findOtherLanguage(prompt, answer)).toBe(language);
  });

  it.each([
    ['Fix the failing test', english],
    ['Warum schlägt das fehl?\n\nError: the file was not found and could not be opened', german],
    ['Warum schlägt das fehl?\n\nError: the file was not found and could not be opened', english],
    ['npm test', german],
    ['続けて', chinese],
    ['测试', chinese],
    ['Proszę napraw test', english],
    // Relatives share short words.
    ['Corrige la prueba que falla en los datos', french],
    ['', chinese],
    ['Fix the failing test', 'parser.ts:12'],
  ])('is null for the prompt %j and the answer %j', (prompt, answer) => {
    expect(findOtherLanguage(prompt, answer)).toBeNull();
  });

  it('takes time that grows with the length alone', () => {
    const startedAt = performance.now();
    for (const piece of ['a', '`', '`a', 'a-', '```', 'a ', '测']) findOtherLanguage(piece.repeat(64_000), piece.repeat(64_000));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
