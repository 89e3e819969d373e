/** Whether a text has visible characters. */
export const showsSomething = (text: string): boolean =>
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

export const showsNothing = 'The text has no visible characters';
