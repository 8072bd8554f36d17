import type { UserModel } from '#server/platform/postgres/index.ts'
import { runAdmin } from '#server/transports/command/admin/run-admin.ts'
import { startNode } from './app.ts'
import { createTestDatabase } from './database.ts'
import { freePort } from './redis-server.ts'
import { TEST_SECRET_KEY } from './secret-key.ts'
import { startSmtpServer } from './smtp-server.ts'

export type AdminCommands = Awaited<ReturnType<typeof startAdminCommands>>

/** Starts a node and a mail server on a database of their own, for the operator's commands. */
export async function startAdminCommands() {
  const database = await createTestDatabase()
  const node = await startNode({ databaseUrl: database.url })
  const port = await freePort()
  const smtp = await startSmtpServer(port)
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
  }
  const { prisma } = node.app.context.database
  return {
    node,
    smtp,
    prisma,
    /** Runs a command as the operator does. */
    async admin(args: string[], changes: Record<string, string> = {}) {
      const printed = { result: '', note: '' }
      const code = await runAdmin(
        args,
        { ...env, ...changes },
        {
          result: (text) => {
            printed.result += text
          },
          note: (text) => {
            printed.note += text
          },
        },
      )
      return { code, ...printed }
    },
    readUser: (id: string): Promise<UserModel> => prisma.user.findUniqueOrThrow({ where: { id } }),
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
    },
  }
}
