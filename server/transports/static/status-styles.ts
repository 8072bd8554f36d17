/** The styles of the status page, with the colours of `web/ui/css/tokens.css`. The page must not depend on built files. */
export const STATUS_STYLES = `
      :root {
        color-scheme: light dark;
        --canvas: oklch(0.955 0.0085 48); --surface: oklch(0.992 0.003 65); --line: oklch(0.893 0.011 42);
        --ink: oklch(0.255 0.036 345); --ink-2: oklch(0.43 0.028 348);
        --you: #005257; --them: #f47d42; --common: #331827; --on-you: oklch(0.985 0.008 190);
        --works: oklch(0.42 0.1 152); --works-soft: oklch(0.94 0.04 152);
        --delayed: oklch(0.41 0.085 62); --delayed-soft: oklch(0.95 0.055 88);
        --away: oklch(0.485 0.185 22); --away-soft: oklch(0.95 0.024 18);
        font: 1rem / 1.5 Figtree, "Avenir Next", "Segoe UI", system-ui, sans-serif;
        background: var(--canvas);
        color: var(--ink);
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --canvas: #1a1413; --surface: #241c1b; --line: #3b302e; --ink: #f1ebe3; --ink-2: #b9ada4;
          --you: #72c3ca; --them: #f99c66; --common: #ffedcb; --on-you: #10201f;
          --works: oklch(0.85 0.1 152); --works-soft: oklch(0.3 0.045 152);
          --delayed: oklch(0.88 0.09 85); --delayed-soft: oklch(0.31 0.045 75);
          --away: oklch(0.84 0.085 20); --away-soft: oklch(0.31 0.06 20);
        }
      }
      body { box-sizing: border-box; max-width: 38rem; min-height: 100dvh; margin: 0 auto; padding: 1.5rem; }
      header { display: flex; align-items: center; gap: 0.625rem; margin-bottom: clamp(2.5rem, 10vh, 6rem); }
      header svg { width: 2.5rem; }
      header a { color: inherit; font: 500 1.375rem / 1 "Iowan Old Style", Georgia, serif; text-decoration: none; }
      .you { fill: var(--you); } .them { fill: var(--them); } .common { fill: var(--common); }
      h1 {
        margin: 0 0 0.75rem;
        font: 400 clamp(2.125rem, 1.65rem + 1.9vw, 3.25rem) / 1.06 "Iowan Old Style", "Palatino Linotype", Georgia, serif;
        letter-spacing: -0.022em;
        text-wrap: balance;
      }
      p { margin: 0; color: var(--ink-2); }
      ul {
        margin: 2rem 0 1rem; padding: 0 1.25rem; list-style: none;
        border: 1px solid var(--line); border-radius: 20px; background: var(--surface);
      }
      li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 1rem 0; }
      li + li { border-top: 1px solid var(--line); }
      h2 { margin: 0; font-size: 1.0625rem; font-weight: 600; line-height: 1.3; }
      li p, .checked { font-size: 0.875rem; }
      li strong {
        flex: none; padding: 0.25rem 0.75rem; border-radius: 999px;
        font-size: 0.875rem; font-weight: 600; line-height: 1.4;
      }
      .works strong { color: var(--works); background: var(--works-soft); }
      .delayed strong { color: var(--delayed); background: var(--delayed-soft); }
      .away strong { color: var(--away); background: var(--away-soft); }
      .button {
        display: inline-block; margin-top: 1.5rem; padding: 0.75rem 1.5rem; border-radius: 999px;
        background: var(--you); color: var(--on-you); font-weight: 600; text-decoration: none;
      }
      a:focus-visible { outline: 2px solid currentcolor; outline-offset: 3px; border-radius: 999px; }
    `
