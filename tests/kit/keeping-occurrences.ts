import * as z from 'zod'
import type { TestApp } from './app.ts'
import { poolOf } from './keeping.ts'
import type { Step } from './keeping-steps.ts'
import type { World } from './keeping-worlds.ts'

/** What a comparison of the two worlds ran into, by the words in which it is reported. */
const READ = `
  SELECT
    EXISTS (SELECT 1 FROM keep_wish WHERE user_id = $1 AND conversation_id = $3) AS "runs with Asha's wish",
    EXISTS (SELECT 1 FROM keep_wish WHERE user_id = $2 AND conversation_id = $3) AS "runs with Ben's wish",
    (SELECT count(*) FROM keep_wish WHERE conversation_id = $3) = 2 AS "runs with both wishes, not yet compared",
    EXISTS (SELECT 1 FROM knock WHERE conversation_id = $3 AND answer IS NULL) AS "waiting knocks",
    EXISTS (SELECT 1 FROM block WHERE blocker_id IN ($1, $2)) AS blocks,
    EXISTS (SELECT 1 FROM conversation_member WHERE user_id = $1 AND conversation_id = $3 AND kept_at IS NOT NULL)
      AS "runs in which they kept in touch",
    EXISTS (SELECT 1 FROM conversation WHERE id = $3 AND ended_at IS NOT NULL) AS "ended conversations"`

const refusal = z.object({ code: z.string() })

/** Counts in how many runs something happened in the world of Ben's wish. */
export function countOccurrences(node: TestApp) {
  const figures: Record<string, number> = {}
  let seen = new Set<string>()
  const saw = (name: string) => {
    if (!seen.has(name)) figures[name] = (figures[name] ?? 0) + 1
    seen.add(name)
  }
  return {
    figures: () => figures,
    began() {
      seen = new Set()
    },
    answered(step: Step, answer: unknown) {
      const { success, data } = refusal.safeParse(answer)
      if (success && data.code === 'KEEP_LIMIT') saw('refusals at the limit')
      else if (success) saw('other refusals')
      if (step === 'ashaAsks' && success && data.code === 'CONVERSATION_ENDED')
        saw('wishes a day after the chat')
    },
    async compared({ asha, ben, id }: World) {
      const { rows } = await poolOf(node).query<Record<string, boolean>>(READ, [asha.id, ben.id, id])
      for (const [name, happened] of Object.entries(rows[0] ?? {})) if (happened) saw(name)
    },
    ended(how: 'mutual' | 'whole') {
      saw(how === 'mutual' ? 'runs until both asked' : 'whole runs')
    },
  }
}
