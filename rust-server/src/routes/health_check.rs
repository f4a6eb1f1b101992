//! `GET /health_check`, `GET /healthCheck`

use actix_web::HttpResponse;

/// Up and ready, also during a run.
pub async fn health_check() -> HttpResponse {
    HttpResponse::Ok().finish()
}
