import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { call } from '../../kit/person.ts'
import { whileOpen } from '../../kit/while-open.ts'

const GIVEN = 'proxy-4bf92f3577b34da6'

/** Logs in with a wrong password, and twice without the table of members. Returns the log and the answers. */
async function observed(env: Record<string, string>) {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return whileOpen(startApp({ log, env }), async (node) => {
    const logIn = () =>
      call(node.url, 'POST', '/auth', {
        body: { userName: 'unknown@example.com', password: 'Wrong-pass1' },
        headers: { 'x-request-id': GIVEN },
      })
    const wrong = await logIn()
    await node.app.context.database.pool.query('ALTER TABLE "user" RENAME TO gone')
    return { lines, wrong, failed: await logIn(), again: await logIn() }
  })
}

describe('the id of a request', () => {
  it('becomes random without a trusted proxy, and names the log line of the answer', async () => {
    const { lines, wrong, failed, again } = await observed({})
    const failures = lines.filter(({ msg }) => msg === 'request failed').map(({ requestId }) => requestId)

    expect([wrong.status, failed.status, again.status]).toEqual([401, 500, 500])
    expect(wrong.headers.get('x-request-id')).toBeNull()
    expect(failures).toEqual([failed.headers.get('x-request-id'), again.headers.get('x-request-id')])
    expect(failures[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(failures[0]).not.toBe(failures[1])
    expect(lines.find(({ event }) => event === 'authn_login_fail')?.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('comes from the header X-Request-Id of a trusted proxy', async () => {
    const { lines, failed } = await observed({ TRUST_PROXY: 'on' })

    expect(failed.headers.get('x-request-id')).toBe(GIVEN)
    expect(lines.find(({ event }) => event === 'authn_login_fail')?.requestId).toBe(GIVEN)
  })
})
