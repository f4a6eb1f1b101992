import { defineConfig } from "vite";

/** What a static site, whose server sends no headers of ours, says of itself; `bench-driver serve` sends the same and more. */
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";

export default defineConfig({
  base: "./", // a site may lie in any folder of a server
  build: { target: "es2023", modulePreload: false, assetsInlineLimit: 0, cssMinify: true, reportCompressedSize: true },
  worker: { format: "es" }, // a worker fetches its engine as a page does
  server: { proxy: { "/api": { target: "http://127.0.0.1:8090", changeOrigin: true } } },
  plugins: [
    {
      name: "policy",
      apply: "build",
      transformIndexHtml: () => [
        { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
      ],
    },
  ],
});
