import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { smtpOptions } from '#server/domains/mail/index.ts'
import { LOG_SERIALIZERS } from '#server/platform/logging/log.ts'
import { startApp } from '../../kit/app.ts'
import { createScannedLog } from '../../kit/log-scan.ts'
import { aRegistration, call } from '../../kit/person.ts'
import { freePort } from '../../kit/redis-server.ts'
import { startSmtpServer } from '../../kit/smtp-server.ts'

function collectLog() {
  const lines: string[] = []
  const log = pino(
    { level: 'trace', serializers: LOG_SERIALIZERS },
    { write: (line) => void lines.push(line) },
  )
  return { lines, log }
}

type Sent = ReturnType<typeof aRegistration>

/** The data that one member sent and received. */
async function talk() {
  const node = await startApp({ env: { TRUST_PROXY: 'on' } })
  const sent = aRegistration({ password: 'Never-logged-1', phone: '+4915199887766' })
  const headers = { 'x-forwarded-for': '203.0.113.99' }
  const { body } = await call(node.url, 'POST', '/api/user', { body: sent, headers })
  const token = String(body.token)
  const message = { conversationId: crypto.randomUUID(), message: 'Something nobody else reads' }
  await call(node.url, 'POST', '/api/v1/message', { body: message, token })
  await node[Symbol.asyncDispose]()
  return { sent, token }
}
let member: Awaited<ReturnType<typeof talk>>
beforeAll(async () => {
  member = await talk()
})

describe('the log', () => {
  it('contains no mail address when the mail server names a refused recipient', async () => {
    const port = await freePort()
    const smtp = await startSmtpServer(port, { refuses: true })
    const { lines, log } = collectLog()
    const node = await startApp({
      log,
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://rapport.example' },
    })
    await call(node.url, 'POST', '/api/user', {
      body: aRegistration({ userName: 'quiet.person@example.com' }),
    })
    await expect.poll(() => lines.join('')).toContain('EENVELOPE')
    expect(lines.join('')).not.toContain('quiet.person')
    expect(lines.join('')).toContain('<address>')
    await node[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  })

  it('contains no values that a library attached to its error, its cause or its aggregated errors', () => {
    const { lines, log } = collectLog()
    const conflict = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'user_user_name_key',
      detail: 'Key (user_name)=(asha@example.org) already exists.',
      parameters: ['asha@example.org', 'a message'],
    })
    log.error({ error: new AggregateError([conflict], 'batch for asha@example.org', { cause: conflict }) })
    const [line = ''] = lines
    expect(line).toContain('user_user_name_key')
    expect(line).toContain('batch for <address>')
    expect(line).not.toMatch(/asha|a message/)
  })
})

describe('the log scan of the tests', () => {
  // covers: beyond-logs-without-personal-data
  it.each([
    ['a mail address', (person: Sent) => `for ${person.userName}`],
    ['a password', (person: Sent) => `tried "${person.password}"`],
    ['a phone number', (person: Sent) => `call ${person.phone}`],
    ['the address of a caller', () => 'refused 203.0.113.99'],
    ['a session token', (_: Sent, token: string) => `Bearer ${token}`],
    ['the text of a message', () => 'stored Something nobody else reads'],
  ])('fails a node that logged %s at its end', async (_, lineOf) => {
    const { log, assertPrivate } = createScannedLog()
    log.info({ network: '203.0.113.99' }, 'a security event')
    expect(assertPrivate).not.toThrow()
    log.debug(lineOf(member.sent, member.token))
    expect(assertPrivate).toThrow('the log holds personal data')
  })
})

describe('SMTP', () => {
  it('sends nothing to a remote server without TLS, and sends to one on this machine', async () => {
    const port = await freePort()
    const smtp = await startSmtpServer(port)
    const mail = { from: 'a@example.org', to: 'b@example.org', subject: 'Hello', text: 'Hello' }
    const { requireTLS, ignoreTLS } = smtpOptions('smtp://mail.example:25')
    const elsewhere = createTransport({ requireTLS, ignoreTLS, host: '127.0.0.1', port })
    await expect(elsewhere.sendMail(mail)).rejects.toThrow(/STARTTLS|TLS/)
    expect(smtp.mails).toEqual([])
    await createTransport(smtpOptions(`smtp://127.0.0.1:${port}`)).sendMail(mail)
    expect(smtp.mails).toHaveLength(1)
    await smtp[Symbol.asyncDispose]()
  })
})
