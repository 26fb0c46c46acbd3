import type { Plugin } from 'vite';

/**
 * Takes out the one place where a dependency writes a <style> element at run time, so that
 * `style-src 'self'` holds. Its rules are imported as a file instead (ui/toast-list.tsx).
 */
export function strictCsp(): Plugin {
  return {
    name: 'mohlat:strict-csp',
    enforce: 'pre',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs/ },
      handler(code) {
        const start = code.search(/^__insertCSS\(/m);
        if (start < 0)
          throw new Error('sonner no longer injects its styles this way: look at strict-csp.ts again.');
        const end = code.indexOf('\n', start);
        return { code: code.slice(0, start) + code.slice(end < 0 ? code.length : end), map: null };
      },
    },
  };
}
