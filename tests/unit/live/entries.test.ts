import { describe, expect, it } from 'vitest'
import { entryOf } from '#server/domains/live/index.ts'

describe('an event read from the frame of a stream', () => {
  it('keeps its id, name and data', () => {
    expect(entryOf('id: 12-3\nevent: new_chat_message\ndata: {"a":"b: c"}\n\n')).toEqual({
      id: '12-3',
      event: 'new_chat_message',
      data: '{"a":"b: c"}',
    })
  })

  it('gets an empty id when it is not stored', () => {
    expect(entryOf('event: typing_status\ndata: {}\n\n')).toEqual({
      id: '',
      event: 'typing_status',
      data: '{}',
    })
  })

  it('ignores other lines, such as the retry time', () => {
    expect(entryOf('retry: 5000\n\n')).toEqual({ id: '', event: '', data: '' })
    expect(entryOf(': \n\n')).toEqual({ id: '', event: '', data: '' })
  })
})
