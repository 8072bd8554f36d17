const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

/**
 * Returns an English page in another language: each `%name%` is replaced by the text of that name. @throws for a name
 * without a text
 */
export const fillPage = (
  html: string,
  texts: Readonly<Record<string, string>>,
  { lang, dir }: { lang: string; dir: 'ltr' | 'rtl' },
): string =>
  html
    .replace('<html lang="en" dir="ltr"', `<html lang="${lang}" dir="${dir}"`)
    .replaceAll(/%(\w+)%/g, (_place, name: string) => {
      const text = texts[name]
      if (text === undefined) throw new Error(`the page has no text ${name}`)
      return escaped(text)
    })
