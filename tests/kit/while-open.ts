/** Runs work with a server or another resource, and closes it afterwards. */
export async function whileOpen<Resource extends { [Symbol.asyncDispose](): Promise<void> }, Result>(
  opening: Promise<Resource>,
  work: (resource: Resource) => Promise<Result>,
): Promise<Result> {
  const resource = await opening
  try {
    return await work(resource)
  } finally {
    await resource[Symbol.asyncDispose]()
  }
}
