import {
  type CompiledIcuChoices,
  type CompiledMessage,
  compileMessageOrThrow,
} from '@lingui/message-utils/compileMessage'

/** What a message has in each language. Elements and plural categories are those of all its cases. */
interface MessageParts {
  /** The names of values, with the keys of those that select one of several texts. */
  values: Map<string, string>
  elements: Set<string>
  /** The categories of each plural. */
  plurals: string[][]
}

const ELEMENT = /<\/?\w+\/?>/g
/** Spanish, French and Portuguese have `many` for millions alone, where `other` reads as well. */
const OPTIONAL = ['many']
const ROMANCE = ['es', 'fr', 'pt-BR']

const isChoices = (format: unknown): format is CompiledIcuChoices =>
  typeof format === 'object' && format !== null

function collect(message: CompiledMessage, parts: MessageParts): MessageParts {
  for (const token of message) {
    if (typeof token === 'string') {
      for (const [element] of token.matchAll(ELEMENT)) parts.elements.add(element)
      continue
    }
    const [name, type = 'value', format] = token
    if (!isChoices(format)) {
      parts.values.set(name, type)
      continue
    }
    const { offset: _, ...choices } = format
    const keys = Object.keys(choices)
    // The cases of a plural depend on the language; those of a selection do not.
    parts.values.set(name, type === 'plural' ? 'value' : `${type} ${keys.toSorted()}`)
    if (type === 'plural') parts.plurals.push(keys)
    for (const choice of Object.values(choices)) collect(choice, parts)
  }
  return parts
}

const partsOf = (message: string) =>
  collect(compileMessageOrThrow(message), { values: new Map(), elements: new Set(), plurals: [] })

function pluralProblems(language: string, plurals: string[][]): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const needed = pluralCategories.filter((one) => !(ROMANCE.includes(language) && OPTIONAL.includes(one)))
  return plurals.flatMap((keys) => [
    ...needed.filter((one) => !keys.includes(one)).map((one) => `lacks the plural ${one}`),
    ...keys
      .filter((key) => !/^\d+$/.test(key) && !pluralCategories.some((one) => one === key))
      .map((key) => `has the plural ${key}, which the language does not use`),
  ])
}

/** Returns what is wrong with a translation: missing or added values and elements, incomplete plurals, or its syntax. */
export function findCatalogueProblems(language: string, english: string, translation: string): string[] {
  if (translation === '') return ['is missing']
  let translated: MessageParts
  try {
    translated = partsOf(translation)
  } catch {
    return ['is no ICU message']
  }
  const source = partsOf(english)
  const namesOf = ({ values }: MessageParts) => [...values.keys()]
  return [
    ...namesOf(source)
      .filter((name) => !translated.values.has(name))
      .map((name) => `lacks {${name}}`),
    ...namesOf(translated)
      .filter((name) => !source.values.has(name))
      .map((name) => `adds {${name}}`),
    ...[...source.values]
      .filter(([name, kind]) => kind.startsWith('select') && translated.values.get(name) !== kind)
      .map(([name]) => `selects by {${name}} among other cases`),
    // A plural may have one element for each of its cases, so the number of cases decides which there are.
    ...(source.plurals.length > 0
      ? []
      : [...source.elements].filter((one) => !translated.elements.has(one))
    ).map((one) => `lacks ${one}`),
    ...[...translated.elements].filter((one) => !source.elements.has(one)).map((one) => `adds ${one}`),
    ...pluralProblems(language, translated.plurals),
  ]
}
