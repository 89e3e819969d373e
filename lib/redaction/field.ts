import { findFieldRule } from './find-assigned.ts';
import { findSecretName, getLastWord } from './secret-names.ts';

/** Where a value stands in JSON: its key, null in a list, and the key of what it is in where that names secrets. */
export type Place = { key: string | null; outer: string | null };

/** Headers whose values are only found behind their names. */
const headerName = /^(?:proxy-)?(?:authorization|cookie|set-cookie)$/iu;

/** Last words of keys that describe a secret rather than hold it. */
const descriptive = new Set(
  'in format label title description id ids uuid name username filename hostname type kind url uri path ref at hash digest length version'.split(
    ' ',
  ),
);
const isDescriptive = (key: string): boolean => key.startsWith('$') || descriptive.has(getLastWord(key));

export const isPairName = (key: string): boolean =>
  /^(?:(?:parameter|output|variable)?_?(?:name|key)|selector|element|locator|field)$/iu.test(key);
/** The name that a pair has, or that of the field that a selector or a description finds. */
export const toPairName = (name: string): string =>
  name.replace(/["'\]\\)\s]{0,8}(?:[ _-]?(?:field|input|(?<!sand)box|textbox)["'\]\\)\s]{0,8})?$/iu, '');
export const isPairValue = (key: string): boolean => /^(?:(?:parameter|output|variable)?_?value|text)$/iu.test(key);

/** The `outer` of what a list or object holds. */
export const toOuter = ({ key, outer }: Place): string | null => {
  if (key === null) return outer;
  // `pass` alone is what tests do.
  if ((findSecretName(key) && !/^(?:pass|pw)$/iu.test(key)) || headerName.test(key)) return key;
  return isDescriptive(key) ? null : outer;
};

/** The header whose value stands there; null if there is none. */
export const findHeader = ({ key, outer }: Place): string | null => {
  const name = key ?? outer;
  return name !== null && headerName.test(name) ? name : null;
};

/** The rule by which a whole string or number is a secret, by where it stands; null if it is not. */
export const findPlaceRule = ({ key, outer }: Place, value: string, isNumber: boolean): string | null => {
  if (key !== null && findSecretName(key)) return findFieldRule(key, value, !isNumber);
  if (outer === null || (key !== null && isDescriptive(key))) return null;
  return findFieldRule(outer, value, key === null && !isNumber);
};
