import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { amountOf, currencyFor, formatAmount } from '#schema/money.ts'
import { PLANS } from '#schema/plans.ts'
import { POLICY } from '#schema/policy.ts'
import { coarse } from '#server/domains/nearby/coordinates.ts'
import { faqSections } from '#web/screens/faq/faq-texts.ts'

const WEB = resolve(import.meta.dirname, '../../web')
const FOLDERS = [
  'screens/faq',
  'screens/landing',
  'screens/shared/documents',
  'screens/summaries',
  'screens/pricing',
  'screens/payment',
]
const FILES = ['app/page-heads.ts', 'screens/shared/facts-for-texts.ts']
const NUMBER =
  /\d|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|fifty|hundred|half an hour|an hour|one kilomet)/i
/** Attributes that people read or hear. */
const READ_ATTRIBUTES = ['title', 'label', 'description', 'message', 'aria-label']

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Collects the texts for people in a source file: text between tags, strings and the fixed parts of templates. */
function* textsOf(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* textsOf(one)
  else if (isNode(node)) {
    const { type, name, value } = node
    if (type === 'ImportDeclaration' || (typeof type === 'string' && type.startsWith('TS'))) return
    if (type === 'JSXAttribute' && isNode(name) && !READ_ATTRIBUTES.includes(String(name.name))) return
    if ((type === 'JSXText' || type === 'Literal') && typeof value === 'string') yield value
    else if (type === 'TemplateElement' && isNode(value)) yield String(value.cooked)
    else for (const part of Object.values(node)) yield* textsOf(part)
  }
}

async function sources() {
  const inFolders = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(resolve(WEB, folder))).map((name) => `${folder}/${name}`)),
  )
  return [...FILES, ...inFolders.flat()]
}

describe('the numbers in texts about the product', () => {
  // covers: 9-numbers-from-constants
  it('come from the constants of the schema, never from the text itself', async () => {
    const found: string[] = []
    let read = 0
    for (const name of await sources()) {
      const { program } = parseSync(name, await readFile(resolve(WEB, name), 'utf8'))
      for (const text of textsOf(program)) {
        read += 1
        // A single word is a name in the code.
        if (/\s/.test(text) && NUMBER.test(text)) found.push(`${name}: ${text.trim()}`)
      }
    }
    expect(read).toBeGreaterThan(300)
    expect(found).toEqual([])
  })
})

describe('a text about the product', () => {
  afterEach(() => {
    vi.doUnmock('#schema/limits.ts')
    vi.doUnmock('#schema/policy.ts')
    vi.doUnmock('#schema/retention.ts')
    vi.resetModules()
  })

  // covers: 9-free-promise
  it('changes with its constants', async () => {
    vi.resetModules()
    vi.doMock('#schema/limits.ts', async (original) => {
      const { LIMITS, TIMING } = await original<typeof import('#schema/limits.ts')>()
      return {
        LIMITS: { ...LIMITS, freeHistoryDays: 41 },
        TIMING: { ...TIMING, rematchAfter: 42 * 60_000 },
      }
    })
    vi.doMock('#schema/policy.ts', async (original) => {
      const { POLICY } = await original<typeof import('#schema/policy.ts')>()
      return { POLICY: { ...POLICY, refundRequestDays: 43 } }
    })
    vi.doMock('#schema/retention.ts', async (original) => {
      const { RETENTION } = await original<typeof import('#schema/retention.ts')>()
      return { RETENTION: { ...RETENTION, erasureDays: 44, erasedWithinDays: 45 } }
    })
    const texts = await import('#web/screens/faq/faq-texts.ts')
    const { SUMMARY_LINES } = await import('#web/screens/summaries/summary-lines.ts')
    const { LANDING_TEXTS } = await import('#web/screens/landing/landing-texts.ts')
    const faq = JSON.stringify(texts.faqSections())
    for (const words of [
      'goes back 41 days',
      'within 42 minutes',
      'within 43 days',
      'first 44',
      'within 45 days',
    ])
      expect(faq).toContain(words)
    const summaries = JSON.stringify(Object.values(SUMMARY_LINES).map((lines) => lines()))
    for (const words of ['within 43 days', 'first 44', 'within 45 days']) expect(summaries).toContain(words)
    const landing = JSON.stringify(Object.values(LANDING_TEXTS).map((text) => text()))
    expect(landing).toContain('within 42 minutes')
  })
})

describe('the FAQ about the time that chats are kept', () => {
  const answer = (months?: number) =>
    faqSections(months ?? null)
      .flatMap(({ questions }) => questions)
      .find(({ question }) => question === 'How long do you keep my chats?')?.answer

  // covers: beyond-pages-name-retention
  it('says that messages stay until their writer leaves, and the chat 24 months longer', () => {
    expect(answer()).toContain('We keep each message until the person who wrote it deletes their account.')
    expect(answer()).toContain('24 months after one of you closes or deletes their account.')
  })

  it('follows the setting of the server', () => {
    expect(answer(24)).toContain('We delete each message when it is 24 to 25 months old')
    expect(answer(24)).not.toContain('We keep each message until')
    expect(answer(24)).toContain('every message that we still keep')
  })
})

describe('a promise without a constant', () => {
  it('holds for the time of each plan in the FAQ', () => {
    const rupees = currencyFor({ country: null, timezone: null })
    const prices = PLANS.map((plan) => `${formatAmount(amountOf(plan, rupees), rupees)} ${plan.interval}`)
    expect(JSON.stringify(faqSections())).toContain(`In rupees: ${prices.join(', ')}.`)
  })

  it('holds for the price of a day in each plan', () => {
    const rupees = currencyFor({ country: null, timezone: null })
    const perDay = (id: string, days: number) => {
      const plan = PLANS.find((one) => one.id === id)
      return plan ? amountOf(plan, rupees) / days : Number.NaN
    }
    const daily = perDay('daily', 1)
    expect(perDay('monthly', 30)).toBeLessThanOrEqual(daily / 2)
    expect(perDay('annual', 365)).toBeLessThanOrEqual(daily / 3)
  })

  it('holds for the rounding of positions', () => {
    const stored = new Set<number>()
    for (let metres = 0; metres < 100_000; metres += 10)
      stored.add(coarse({ latitude: 19 + metres / 111_320, longitude: 72.8 }).latitude)
    const kilometresApart = 100 / (stored.size - 1)
    expect(Math.round(kilometresApart)).toBe(POLICY.positionKilometres)
  })
})
