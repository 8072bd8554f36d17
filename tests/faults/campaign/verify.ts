import type { CampaignPair } from './members.ts'
import { withClient } from './postgres.ts'
import type { Receiver } from './receiver.ts'
import type { SenderRecord } from './sender.ts'

export interface Findings {
  stored: number
  acknowledged: number
  /** Acknowledged and not stored under the id that was answered. */
  lost: string[]
  /** Stored, or acknowledged, under more than one id. */
  twice: string[]
  /** Stored, and one of the two members never learned of it. */
  untold: string[]
  /** A later message of a sender that is stored before an earlier one. */
  disordered: string[]
}

interface StoredMessage {
  id: string
  sender_id: string
  client_message_id: string
}

/** Compares the acknowledged and delivered messages with the database. */
export async function verify(
  databaseUrl: string,
  {
    pairs,
    senders,
    receivers,
  }: {
    pairs: readonly CampaignPair[]
    senders: readonly SenderRecord[]
    receivers: readonly Receiver[]
  },
): Promise<Findings> {
  const findings: Findings = { stored: 0, acknowledged: 0, lost: [], twice: [], untold: [], disordered: [] }
  const stored = await withClient(databaseUrl, async (client) => {
    const read = async ({ conversationId }: CampaignPair) => {
      const { rows } = await client.query<StoredMessage>(
        'SELECT id, sender_id, client_message_id FROM message WHERE conversation_id = $1 ORDER BY id',
        [conversationId],
      )
      return [conversationId, rows] as const
    }
    const found: (readonly [string, StoredMessage[]])[] = []
    for (const pair of pairs) found.push(await read(pair))
    return new Map(found)
  })
  for (const sender of senders) {
    const rows = stored.get(sender.conversationId) ?? []
    checkSender(
      sender,
      rows.filter((row) => row.sender_id === sender.member.id),
      findings,
    )
  }
  for (const { conversationId, members } of pairs) {
    const rows = stored.get(conversationId) ?? []
    findings.stored += rows.length
    const own = receivers.filter(({ member }) => members.includes(member))
    for (const { id } of rows)
      for (const { member, learned } of own)
        if (!learned.has(id)) findings.untold.push(`${id} to ${member.id}`)
  }
  return findings
}

function checkSender(sender: SenderRecord, rows: readonly StoredMessage[], findings: Findings) {
  const byKey = Map.groupBy(rows, (row) => row.client_message_id)
  for (const [key, copies] of byKey) if (copies.length > 1) findings.twice.push(key)
  for (const [key, ids] of sender.acknowledged) {
    findings.acknowledged += 1
    if (ids.size > 1) findings.twice.push(key)
    const kept = byKey.get(key)?.map(({ id }) => id) ?? []
    for (const id of ids) if (!kept.includes(id)) findings.lost.push(key)
  }
  const place = new Map(sender.keys.map((key, index) => [key, index]))
  let last = -1
  for (const { client_message_id: key } of rows) {
    const index = place.get(key) ?? -1
    if (index < last) findings.disordered.push(key)
    last = Math.max(last, index)
  }
}
