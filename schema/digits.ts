const DIGIT = /^\p{Nd}$/u
const OTHER_DIGITS = /[^\P{Nd}0-9]/gu

/** Returns the value of a decimal digit of any script. Unicode orders the digits of each script from 0 to 9, without gaps. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let first = point
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1
  return String((point - first) % 10)
}

/** Replaces the decimal digits of every script, such as Arabic and full-width ones, by those of ASCII. */
export const plainDigits = (text: string): string => text.replaceAll(OTHER_DIGITS, asciiDigit)
