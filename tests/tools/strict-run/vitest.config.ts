import { defineConfig } from 'vitest/config'
import product from '../../../vitest.config.ts'

const { allowOnly, expect, reporters } = product.test ?? {}

/** Runs the fixtures of this folder by the rules of the product's tests, without their database. */
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ['*.fixture.ts'],
    ...(allowOnly === undefined ? {} : { allowOnly }),
    ...(expect ? { expect } : {}),
    ...(reporters ? { reporters } : {}),
  },
})
