/**
 * Markdown that tries to run scripts, mislead users, send requests, and cover the page. Scripts
 * that run add to `window.taken`.
 */
export const HOSTILE_README = `# A friendly package

Read on, **there is nothing to fear**, see [the manual](https://docs.example/manual "the manual").

<script>(window.taken ??= []).push('script')</script>
<img src="nowhere.png" alt="a picture" onerror="(window.taken ??= []).push('onerror')">
<a href="javascript:(window.taken ??= []).push('link')" id="lure">click here</a>
[and here](javascript:window.taken=['markdown'])
[or here](data:text/html,<script>opener.taken=['data']</script>)
<a href=" &#106;avascript:window.taken=['entity']">or there</a>
<svg><script>(window.taken ??= []).push('svg')</script><a xlink:href="javascript:window.taken=['xlink']"><text>svg</text></a></svg>
<math><mtext><style><img src=x onerror="window.taken=['mutation']"></style></mtext></math>
<iframe srcdoc="<script>parent.taken=['frame']</script>"></iframe>
<object data="data:text/html,x"></object><embed src="data:text/html,x">
<form action="/ui/api/v1/ui/auth/logout" method="post" id="lading-frame"><input name="attributes"><button>Free gift</button></form>
<style>body { display: none !important }</style>
<div style="position:fixed;inset:0;z-index:99999;background:red" class="lading-head">cover</div>
<link rel="stylesheet" href="https://elsewhere.example/theme.css">
<meta http-equiv="refresh" content="0;url=https://elsewhere.example/">
<base href="https://elsewhere.example/">
![pixel](https://elsewhere.example/pixel.png)
<img src="https://elsewhere.example/other.png" srcset="https://elsewhere.example/set.png 2x">
<video src="https://elsewhere.example/film.mp4" autoplay></video>
<details open ontoggle="window.taken=['toggle']"><summary>more</summary>less</details>

| a | table |
|---|---|
| of | cells |

\`\`\`js
const sum = (one, two) => one + two;
\`\`\`
`;
