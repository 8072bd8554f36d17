import type { Evidence } from '#schema/moderation.ts'

interface ReportContent {
  kind: string
  reason: string
  reportedId: string
}

/** Shorter quotations would match nearly every message. */
const MIN_QUOTE_LENGTH = 4
const QUOTES = /[“"«]([^“”"«»]+)[”"»]|^\s*>\s?(.+)$/gm

/**
 * Returns the evidence with the part of each message that the report is about. The server's own reports already contain it;
 * in older ones it is the message that caused the report. In members' reports it is what they quote.
 */
export function markReportedPart(evidence: Evidence, report: ReportContent): Evidence {
  if (evidence.some(({ about }) => about !== undefined)) return evidence
  if (report.kind === 'FILTER') return evidence.map((said) => ({ ...said, about: said.message }))
  if (report.kind === 'MINOR')
    return evidence.map((said, index) =>
      index === evidence.length - 1 ? { ...said, about: said.message } : said,
    )
  const quotes = quotesIn(report.reason)
  return evidence.map((said) => {
    const quote =
      said.senderId === report.reportedId
        ? quotes.find((candidate) => findQuote(said.message, candidate))
        : undefined
    return quote ? { ...said, about: findQuote(said.message, quote) ?? said.message } : said
  })
}

const quotesIn = (reason: string) =>
  [...reason.matchAll(QUOTES)]
    .map(([, quoted, cited]) => (quoted ?? cited ?? '').trim())
    .filter((quote) => quote.length >= MIN_QUOTE_LENGTH)

/** The source of a pattern for a text in any case. Case-insensitive patterns do not relate İ and ı to i. */
const foldedSource = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
    .replaceAll(/[iıİI]/g, '(?:[iıI]|i\u0307|İ)')

/** Returns the quotation as it is spelled in the message. Ignores case. */
function findQuote(message: string, quote: string): string | null {
  // Not by an index of the lower-case text: it can be longer than the text, such as for İ.
  const pattern = new RegExp(foldedSource(quote), 'iu')
  return pattern.exec(message)?.[0] ?? null
}
