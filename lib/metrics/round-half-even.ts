/** Digits after the point that a double may have, as far as they decide. */
const enoughDigits = 100;

/**
 * A finite number with this many digits after the point; of two that are as near, the even one, as Python prints it. `toFixed` takes the
 * larger one.
 */
export const toFixedHalfEven = (value: number, digits: number): string => {
  const exact = Math.abs(value).toFixed(enoughDigits);
  const cut = exact.length - enoughDigits + digits;
  const [kept, rest] = [exact.slice(0, cut), exact.slice(cut)];
  const isTie = /^5(?:0*)$/u.test(rest);
  const isEven = Number(kept.replace('.', '').at(-1)) % 2 === 0;
  const rounded = isTie && isEven ? kept.replace(/\.$/u, '') : Math.abs(value).toFixed(digits);
  return value < 0 && Number(rounded) !== 0 ? `-${rounded}` : rounded;
};

export const roundHalfEven = (value: number, digits: number): number => Number(toFixedHalfEven(value, digits));

/** With six significant digits and no trailing zeros, as Python's format `g`: 7, 0.0003, 1e+06. */
export const printGeneral = (value: number): string => {
  if (value === 0) return '0';
  const [mantissa = '', exponent = '0'] = value.toExponential(5).split('e');
  const power = Number(exponent);
  const trim = (text: string): string => (text.includes('.') ? text.replace(/\.?(?<!0)0+$/u, '') : text);
  if (power >= -4 && power < 6) return trim(value.toFixed(Math.max(0, 5 - power)));
  return `${trim(mantissa)}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
};
