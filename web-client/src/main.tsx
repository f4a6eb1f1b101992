import { render } from "preact";
import "./styles/page.css";
import { Results } from "./views/Results";

const page = document.getElementById("page");
if (page) render(<Results />, page);
