/** Text for a value that nobody knows; never a zero. */
export const unknown = '–';

/** Prints with a real minus sign; `print` sees the magnitude. */
export const printSigned = (value: number, print: (magnitude: number) => string): string =>
  value < 0 ? `−${print(-value)}` : print(value);
