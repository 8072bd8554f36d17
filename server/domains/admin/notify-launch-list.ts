import type { LaunchAddress } from '#server/domains/mail/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'

const BATCH = 50

const CLAIM = `
  WITH due AS (
    SELECT id, language FROM launch_notification WHERE NOT notified AND id > $1 ORDER BY id LIMIT ${BATCH}
    FOR UPDATE SKIP LOCKED
  )
  UPDATE launch_notification SET notified = true, notified_at = $2, ip_address = NULL, user_agent = NULL,
    city = NULL, state = NULL, country = NULL, language = NULL
  FROM due WHERE launch_notification.id = due.id
  RETURNING due.id, launch_notification.email, due.language`
const UNDO_CLAIM = `
  UPDATE launch_notification SET notified = false, notified_at = NULL, language = failed.language
  FROM unnest($1::uuid[], $2::text[]) AS failed(id, language) WHERE launch_notification.id = failed.id`
const MIN_ID = '00000000-0000-0000-0000-000000000000'

interface Claimed {
  id: string
  email: string
  language: string | null
}

/** Mails the launch to an address. Resolves once the mail is sent. */
export type MailLaunch = (to: LaunchAddress) => Promise<void>

/**
 * Mails every entry of the launch list that was not mailed yet. Entries are marked first, because a late mail is better than
 * two mails; failed ones are unmarked again. Marking deletes where the person joined from and their language.
 * Returns how many were mailed.
 */
export async function notifyLaunchList(
  { database: { pool }, clock, failures }: Pick<Platform, 'database' | 'clock' | 'failures'>,
  mailLaunch: MailLaunch,
): Promise<number> {
  const onError = failures.of('launch mails')
  let count = 0
  let after = MIN_ID
  for (;;) {
    const now = new Date(clock.now())
    const { rows } = await pool.query<Claimed>(CLAIM, [after, now])
    if (rows.length === 0) return count
    const failed: Claimed[] = []
    await Promise.all(
      rows.map((row) =>
        mailLaunch({ email: row.email, language: row.language ?? 'en' }).catch((error: unknown) => {
          onError(error)
          failed.push(row)
        }),
      ),
    )
    if (failed.length > 0)
      await pool.query(UNDO_CLAIM, [failed.map(({ id }) => id), failed.map(({ language }) => language)])
    count += rows.length - failed.length
    after = rows.map(({ id }) => id).reduce((last, id) => (id > last ? id : last), after)
  }
}
