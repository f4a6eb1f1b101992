import { render } from "preact";
import "./styles/page.css";
import "./styles/pictures.css";
import "./styles/tables.css";
import "./styles/nights.css";
import "./styles/narrow.css"; // last: it changes what the others say
import { Results } from "./views/Results";

const page = document.getElementById("page");
// A sweep in which the browser is a contender measures in this page, and wants none of its views.
if (location.hash === "#contender") void import("./trying/contender");
else if (page) render(<Results />, page);
