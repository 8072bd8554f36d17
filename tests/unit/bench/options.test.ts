import { describe, expect, it } from 'vitest'
import { readOptions } from '../../bench/options/read-options.ts'
import { wholeNumber, wholeNumbers } from '../../bench/options/whole-numbers.ts'

const SHAPE = { runs: wholeNumber(3), 'in-flight': wholeNumbers([8, 32]) }
const read = (...args: string[]) => readOptions(args, SHAPE, ['socketio', 'bare'])

describe('the options of a benchmark', () => {
  it('take their defaults', () => {
    expect(read()).toEqual({ runs: 3, 'in-flight': [8, 32], servers: ['socketio', 'bare'] })
  })

  it('take what is given', () => {
    expect(read('--runs', '5', '--in-flight', '16,64', '--servers', 'rapport-redis,socketio-redis')).toEqual({
      runs: 5,
      'in-flight': [16, 64],
      servers: ['rapport-redis', 'socketio-redis'],
    })
  })

  it('add the servers on two nodes with --redis', () => {
    expect(read('--redis').servers).toEqual([
      'socketio',
      'ejabberd',
      'bare',
      'rapport',
      'socketio-redis',
      'rapport-redis',
    ])
  })

  it('name a server that does not exist, and those that do', () => {
    expect(() => read('--servers', 'bare,socketoi')).toThrow(
      '--servers: there is no "socketoi". The servers are socketio, ejabberd, bare, rapport, socketio-redis, rapport-redis.',
    )
  })

  it.each(['0', '-1', '1.5', 'five', '8,32', ''])(
    'refuse %j as a number, by the name of the option',
    (given) => {
      expect(() => read(`--runs=${given}`)).toThrow('--runs: expects a whole number above 0')
    },
  )

  it.each(['8,', '8,x', '8;32', '0'])('refuse %j as a list of numbers', (given) => {
    expect(() => read(`--in-flight=${given}`)).toThrow(
      '--in-flight: expects whole numbers above 0, such as 8,32',
    )
  })

  it('name an option that does not exist', () => {
    expect(() => read('--seconds', '4')).toThrow("Unknown option '--seconds'")
  })
})
