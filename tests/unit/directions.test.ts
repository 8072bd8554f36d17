import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const STYLES = ['web/**/*.css', 'desktop/**/*.css']

/** Declarations that keep a side on purpose. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // A check mark is not mirrored.
  'border-width: 0 0 2px 2px': ['web/ui/css/choices.css'],
  // A sign that points down or up is not mirrored.
  'border-width: 0 1.5px 1.5px 0': ['web/screens/evenings/evenings.css'],
  // It moves inside a drawing, which is not mirrored.
  'transform: translateX(-10px)': ['desktop/offline/offline.css'],
  // Animated to both sides by the same distance.
  'transform: translateX(var(--far))': ['web/ui/css/buttons.css'],
  'transform: translateX(calc(var(--far) * 0.3))': ['web/ui/css/buttons.css'],
}

const SIDED =
  /^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)\b|^border-(top|bottom)-(left|right)-radius$/
const FOUR_SIDES =
  /^(margin|padding|inset|border-width|border-color|border-style|scroll-margin|scroll-padding)$/

/** Splits a value at its spaces outside of parentheses. */
function partsOf(value: string): string[] {
  const parts = ['']
  let depth = 0
  for (const char of value.replace(/ !important$/, '')) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (char === ' ' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

/** Whether a declaration names the left or the right, where it should name the start or the end of a line. */
function namesASide(property: string, value: string): boolean {
  if (SIDED.test(property)) return true
  // The middle is the same from both sides, and `--dir` turns a distance.
  if (property === 'left' || property === 'right')
    return !value.startsWith('50%') && !value.includes('var(--dir)')
  if (['text-align', 'float', 'clear', 'caption-side'].includes(property))
    return /\b(left|right)\b/.test(value)
  const parts = partsOf(value)
  if (FOUR_SIDES.test(property)) return parts.length === 4 && parts[1] !== parts[3]
  if (property === 'border-radius')
    return parts.length > 1 && !(parts[0] === parts[1] && parts[2] === parts[3] && parts.length === 4)
  if (/translateX\(/.test(value)) return !value.includes('var(--dir)')
  return /\bto (left|right)\b|(^|[( ])-?(90|270)deg/.test(value) && !value.includes('var(--dir)')
}

/** Returns the declarations of a stylesheet, without comments. */
const declarationsIn = (css: string) =>
  [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+);/g)].map(
    ([, property = '', value = '']) => [property, value.replaceAll(/\s+/g, ' ').trim()] as const,
  )

const sidesIn = (css: string) =>
  declarationsIn(css)
    .filter(([property, value]) => namesASide(property, value))
    .map(([property, value]) => `${property}: ${value}`)

it('finds declarations that name a side of the page', () => {
  const sided = [
    'margin-left: auto',
    'left: 1rem',
    'padding: 0 1rem 0 2rem',
    'text-align: right',
    'border-top-left-radius: 1rem',
    'border-radius: 1rem 0 0 1rem',
    'background: linear-gradient(to right, red, blue)',
    'transform: translateX(-102%)',
  ]
  const logical = [
    'margin-inline-start: auto',
    'left: 50%',
    'padding: 0 calc(1rem + 2px) 2rem',
    'text-align: start',
    'transform: translateX(calc(-102% * var(--dir)))',
  ]
  expect(sidesIn(`a { ${[...sided, ...logical].join('; ')}; }`)).toEqual(sided)
})

// covers: design-layout-mirrors
it('uses logical properties in every stylesheet, which mirror for languages from right to left', () => {
  const files = STYLES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  expect(files.length).toBeGreaterThan(40)
  const found = files.flatMap((file) =>
    sidesIn(readFileSync(join(ROOT, file), 'utf8')).map((declaration) => ({ file, declaration })),
  )
  expect(found.filter(({ file, declaration }) => !EXCEPTIONS[declaration]?.includes(file))).toEqual([])
  expect(new Set(found.map(({ declaration }) => declaration))).toEqual(new Set(Object.keys(EXCEPTIONS)))
})
