import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Check, result } from '../check.ts'

const GIGABYTE = 1024 ** 3

/** Returns the nearest folder that exists. */
async function existing(path: string): Promise<string> {
  return access(path).then(
    () => path,
    () => existing(dirname(path)),
  )
}

export const checkDataFolder: Check = async ({ config: { dataDir } }) => {
  const folder = resolve(dataDir)
  const found = await existing(folder)
  const isWritable = await access(found, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) return [result('failed', 'DATA_DIR', `${found} cannot be written by this user`)]
  const { bavail, bsize } = await statfs(found)
  const free = (bavail * bsize) / GIGABYTE
  const detail = `${folder}: ${free.toFixed(1)} GB free`
  return [result(free < 1 ? 'warning' : 'ok', 'DATA_DIR', detail)]
}
