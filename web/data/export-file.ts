import { errorBody } from '#schema/errors.ts'
import { ROUTES } from '#schema/routes.ts'
import { ApiFailure, unreachable } from './failure.ts'
import { unreadableAnswer } from './unreadable-answer.ts'

export interface ExportFileDeps {
  fetch: typeof fetch
  token(): string | null
  /** The server refused the session of the call. */
  onUnauthorized(): void
}

/** Downloads a data export with the password of the account. It bypasses `call`, which parses JSON. @throws ApiFailure */
export async function fetchExportFile(
  deps: ExportFileDeps,
  id: string,
  password: string,
): Promise<{ name: string; content: Blob }> {
  const token = deps.token()
  let response: Response
  try {
    response = await deps.fetch(ROUTES.downloadExport.path.replace('{id}', encodeURIComponent(id)), {
      method: ROUTES.downloadExport.method,
      credentials: 'include',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ password }),
    })
    if (response.ok) return { name: nameOf(response), content: await response.blob() }
  } catch {
    throw unreachable()
  }
  if (response.status === 401 && token === deps.token()) deps.onUnauthorized()
  const parsed = errorBody.safeParse(await response.json().catch(() => undefined))
  if (parsed.success) throw new ApiFailure(response.status, parsed.data.code, parsed.data.message)
  throw unreadableAnswer(response)
}

const nameOf = ({ headers }: Response) =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'data.zip'
