import { rawRequest } from '../kit/raw-request.ts'
import { type Account, type Attack, postJson, register, type Target, untilFound } from './attack.ts'

const graphql = async (target: Target, { token }: Account, query: string) => {
  const { text } = await postJson(target, '/graphql', { query }, { authorization: `Bearer ${token}` })
  return JSON.parse(text)
}

/** Tries the mutation as it was without a password, and with a guessed one. */
async function requested(target: Target, owner: Account): Promise<boolean> {
  for (const call of ['requestDataExport', 'requestDataExport(password: "Guessed-1")']) {
    const { data } = await graphql(target, owner, `mutation { ${call} { id } }`)
    if (data?.requestDataExport) return true
  }
  return false
}

/** Waits until the owner's export is ready. Returns its id. */
const readyExport = (target: Target, owner: Account): Promise<string | null> =>
  untilFound(async () => {
    const { data } = await graphql(target, owner, '{ dataExports { id status } }')
    return data?.dataExports[0]?.status === 'READY' ? data.dataExports[0].id : null
  })

export const PRIVACY_ATTACKS: Attack[] = [
  {
    item: 12,
    name: 'request a data export in a stolen session, without the password',
    expected: 'no export is made',
    async run(target) {
      const owner = await register(target)
      const made = await requested(target, owner)
      return { seen: made ? 'an export was made' : 'refused', holds: !made }
    },
  },
  {
    item: 12,
    name: "download the owner's data export in a stolen session, without the password",
    expected: 'no file is sent',
    async run(target) {
      const owner = await register(target)
      if (!(await requested(target, owner)))
        await graphql(target, owner, `mutation { requestDataExport(password: "${owner.password}") { id } }`)
      const id = await readyExport(target, owner)
      if (!id) return { seen: 'no export was made', holds: false }
      const path = `/api/v1/privacy/export/${id}`
      const headers = { authorization: `Bearer ${owner.token}` }
      const statuses = [
        (await rawRequest(target.url, 'GET', path, { headers })).status,
        (await postJson(target, path, { password: 'Guessed-1' }, headers)).status,
      ]
      return { seen: `status ${statuses.join(', ')}`, holds: statuses.every((status) => status >= 400) }
    },
  },
]
