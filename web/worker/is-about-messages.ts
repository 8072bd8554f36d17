/** Whether the data of a notification says that it is about the messages of a conversation. */
export const isAboutMessages = (data: unknown) =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'message'
