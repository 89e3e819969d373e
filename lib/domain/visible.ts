/** Whether a text has visible characters. */
export const showsSomething = (text: string): boolean =>
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Whether a name reads as it is written: nothing in it breaks the line, or turns the text around it. */
export const isPlainName = (name: string): boolean => !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name);

export const isNoPlainName = 'A name holds no control characters and no line breaks';

export const showsNothing = 'The text has no visible characters';
