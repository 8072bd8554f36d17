import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import type { Person } from './person.ts'
import { answerOf, ask, PASSWORD } from './privacy.ts'

export interface DataExport {
  id: string
  status: 'QUEUED' | 'RUNNING' | 'READY' | 'FAILED'
  progress: number
  expires: string
  size: number | null
}
export type ExportFiles = Record<string, Record<string, unknown>[]> & { readme: string }

const FIELDS = 'id status progress expires size'

const REQUEST = `mutation($password: String!) { requestDataExport(password: $password) { ${FIELDS} } }`

export const requestExport = (node: TestApp, who: Pick<Person, 'token'>, password = PASSWORD) =>
  ask(node, who, REQUEST, { password })

export const exportsOf = (node: TestApp, who: Person) =>
  answerOf<DataExport[]>(node, who, `{ dataExports { ${FIELDS} } }`)

export const latestExport = async (node: TestApp, who: Person) => (await exportsOf(node, who))[0]

/** Waits until the latest export of a member can be downloaded. Returns it. */
export async function readyExport(node: TestApp, who: Person): Promise<DataExport> {
  await eventually(async () => expect((await latestExport(node, who))?.status).toBe('READY'))
  return (await latestExport(node, who)) as DataExport
}

export const downloadExport = (node: TestApp, id: string, token: string | null, password = PASSWORD) =>
  fetch(`${node.url}/api/v1/privacy/export/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ password }),
  })

function filesOf(zip: ArrayBuffer): ExportFiles {
  const files = Object.entries(unzipSync(new Uint8Array(zip)))
  const json = files
    .filter(([name]) => name.endsWith('.json'))
    .map(([name, bytes]) => [name.replace('.json', ''), JSON.parse(strFromU8(bytes))])
  const [, readme = new Uint8Array()] = files.find(([name]) => name === 'README.txt') ?? []
  return { ...Object.fromEntries(json), readme: strFromU8(readme) }
}

/** Requests an export, and returns the files of its download. */
export async function exportedFiles(node: TestApp, who: Person): Promise<ExportFiles> {
  expect((await requestExport(node, who)).errors).toEqual([])
  const { id } = await readyExport(node, who)
  return filesOf(await (await downloadExport(node, id, who.token)).arrayBuffer())
}
