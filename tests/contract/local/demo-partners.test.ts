import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDemoPartners, type DemoPartners } from '#server/local/demo-partners.ts'
import { seedDemo } from '#server/local/seed.ts'
import { join } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let partners: DemoPartners
beforeAll(async () => {
  const { context } = node.app
  await seedDemo(context.database, 'no hash')
  partners = await createDemoPartners(context)
  partners.start()
})
afterAll(() => partners[Symbol.asyncDispose]())

const demoPartnerIds = async () => {
  const { prisma } = node.app.context.database
  return (await prisma.user.findMany({ where: { demo: true } })).map(({ id }) => id)
}

// covers: design-demo-partners
it('a demo partner still answers after streams of ended sessions were closed', async () => {
  const { presence, sessionSweep, chat, database } = node.app.context
  const ids = await demoPartnerIds()
  await expect.poll(async () => (await presence.connected(ids)).size).toBe(ids.length)
  await sessionSweep.sweep()
  const asha = await join(node)
  const [partnerId = ''] = ids
  const { conversationId } = await chat.open(asha.id, partnerId, [asha.id])
  const received = () => database.prisma.message.findMany({ where: { conversationId, senderId: partnerId } })
  await expect.poll(async () => (await received()).map(({ body }) => body)).toHaveLength(1)
})
