import type { Evidence } from '#schema/moderation.ts'

interface ReportContent {
  kind: string
  reason: string
  reportedId: string
}

/** A quotation of a few letters would be found in every message. */
const SHORTEST_QUOTE = 4
const QUOTES = /[“"«]([^“”"«»]+)[”"»]|^\s*>\s?(.+)$/gm

/**
 * Returns the evidence with the part of each message that the report is about. What the server reported says so itself;
 * in older reports it is the message that made the report. A member's report is about what they quote.
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
      said.senderId === report.reportedId ? quotes.find((one) => find(said.message, one)) : undefined
    return quote ? { ...said, about: find(said.message, quote) ?? said.message } : said
  })
}

const quotesIn = (reason: string) =>
  [...reason.matchAll(QUOTES)]
    .map(([, quoted, cited]) => (quoted ?? cited ?? '').trim())
    .filter((quote) => quote.length >= SHORTEST_QUOTE)

/** Returns the quotation as the message has it. Ignores the case of letters. */
function find(message: string, quote: string): string | null {
  const at = message.toLowerCase().indexOf(quote.toLowerCase())
  return at < 0 ? null : message.slice(at, at + quote.length)
}
