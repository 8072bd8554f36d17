import { defineConfig } from '@playwright/test'
import product from '../../../playwright.config.ts'

/** Runs the journeys of this folder, which open no page, by the rules of the product's journeys. */
export default defineConfig({ ...product, testDir: import.meta.dirname, testMatch: '*.journey.ts' })
