// Builds one HTML file with everything inside: ../page.html, which is committed and embedded into the program.
import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Puts the script and the styles into the page itself: a report is one file that opens from disk. */
function singleFile(): Plugin {
  return {
    name: 'single-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const script = files.find((f) => f.type === 'chunk');
      const html = files.find((f) => f.fileName.endsWith('.html'));
      if (script?.type !== 'chunk' || html?.type !== 'asset')
        throw new Error('one page and one script expected');
      const styles = files
        .filter((f) => f.fileName.endsWith('.css'))
        .map((f) => (f.type === 'asset' ? f.source : ''));
      const license = readFileSync(new URL('node_modules/uplot/LICENSE', import.meta.url), 'utf8').trim();
      // Functions as replacements: in a text, $& and the like would be interpreted.
      const page = String(html.source)
        .replace(/\s*<script type="module"[^>]*><\/script>/, '')
        .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
        .replace(
          '</head>',
          () => `<!-- Plots: uPlot\n${license}\n-->\n<style>\n${styles.join('\n').trim()}\n</style>\n</head>`,
        )
        .replace(
          '</body>',
          () =>
            `<script type="module">\n${script.code.trim().replace(/<\/script/g, '<\\/script')}\n</script>\n</body>`,
        );
      const rest = files.length - 2 - styles.length;
      if (rest !== 0) throw new Error(`${rest} files would be left beside the page`);
      if (/[^\x00-\x7f]/.test(page))
        throw new Error('the page must be ASCII: it is cut into literals byte by byte');
      writeFileSync(process.env.ACCORDO_PAGE ?? new URL('../page.html', import.meta.url), page);
    },
  };
}

export default defineConfig({
  build: {
    outDir: 'dist',
    target: 'es2020',
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    assetsInlineLimit: 1e6,
    write: false,
  },
  esbuild: { charset: 'ascii', legalComments: 'none' },
  plugins: [singleFile()],
});
